public import ResponderTouchInput

extension Canvas {
    /// Draws a text inside of a rectangle, in the middle of its height.
    ///
    /// The text is broken between words. It has as many lines as the height has room for, but at least one; what has no
    /// room is left out.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - rect: The room, in the coordinates of the canvas.
    ///   - style: How the text looks.
    ///   - measurer: Measures the text, such as ``View/textMeasurer``.
    ///   - alignment: Where the lines stand.
    ///   - truncation: What is left out of the last line where the text has more.
    ///   - limit: The most lines; 0 for as many as there is room for.
    /// - Complexity: That of ``TextMeasurer/lines(of:width:limit:in:truncation:)``.
    public func draw(
        _ text: String,
        in rect: Rect,
        style: TextStyle,
        measurer: any TextMeasurer,
        alignment: TextAlignment = .left,
        truncation: TextTruncation = .tail,
        limit: Int = 0
    ) {
        let rect = rect.standardized
        let lineHeight = measurer.extent(of: "", in: style).height
        guard !text.isEmpty, lineHeight > 0 else { return }
        let room = max(1, Int(min(rect.height / lineHeight + 0.01, 1e6)))
        let most = limit > 0 ? min(limit, room) : room
        let lines = measurer.lines(of: text, width: rect.width, limit: most, in: style, truncation: truncation)
        var y = rect.midY - Double(lines.count) * lineHeight / 2
        for line in lines {
            let free = alignment == .left ? 0 : rect.width - measurer.extent(of: line, in: style).width
            let left =
                switch alignment {
                case .left: 0.0
                case .center: free / 2
                case .right: free
                }
            draw(line, at: Point(rect.minX + left, y), style: style)
            y += lineHeight
        }
    }
}
