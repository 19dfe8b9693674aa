public import ResponderCore
internal import ResponderTouchInput

/// The places of a text: breaks lines into rows of a width, with the embedder's measurer of text.
///
/// All rows have one height. A line is measured when a call needs it. For other lines the number of rows is an
/// estimate, so ``height`` changes as lines are laid out. With an infinite width every line is one row, and nothing is
/// estimated. After an edit, ask again for all rows that are shown.
///
/// Points are in the layout's own space: the origin is at the beginning of the text, y grows downwards.
///
/// The measurer knows where a caret stands in a row, also in a text that runs from right to left. Rows are broken by
/// rules that are simpler than Unicode's (UAX #14): behind spaces and hyphens, and beside characters of scripts without
/// spaces between words. No cluster or word is broken that has room.
///
/// A storage has at most one layout: a new layout takes the place of the former one, which must not be used any more.
@MainActor
public final class TextLayout {
    /// The text that is laid out.
    public let storage: TextStorage
    /// Measures the widths of texts.
    public private(set) var measurer: any TextMeasurer
    /// How the text looks.
    public private(set) var style: TextStyle
    /// The width of a row, in points; infinite for a row for each line.
    public var width: Double {
        didSet {
            width = Self.legal(width)
            if width != oldValue { invalidate() }
        }
    }
    /// Whether each cluster is shown as a bullet.
    ///
    /// Rows are then broken anywhere, since words must not show.
    public internal(set) var isSecure = false {
        didSet { if isSecure != oldValue { invalidate() } }
    }
    /// The height of a row, in points.
    public private(set) var rowHeight = 0.0
    /// The width of a common letter, for estimates.
    private var letterWidth = 0.0
    var lines = SumTree<LineLayout>()
    /// The rows whose places were asked for last, the latest at the end.
    private var measured: [(text: Substring, places: MeasuredText)] = []

    /// What stands for each cluster of a secure text.
    public static let bullet: Character = "\u{2022}"

    /// A layout of the text of an editor, which becomes the editor's ``TextEditor/layout``.
    ///
    /// - Parameters:
    ///   - editor: The editor.
    ///   - width: The width of a row, in points; NaN and negative numbers count as 0.
    ///   - style: How the text looks.
    ///   - measurer: Measures the widths of texts.
    /// - Complexity: Linear in the number of lines; allocates for each line.
    public init(
        of editor: TextEditor,
        width: Double = .infinity,
        style: TextStyle = TextStyle(),
        measurer: any TextMeasurer = FixedWidthTextMeasurer()
    ) {
        storage = editor.storage
        self.width = Self.legal(width)
        self.style = style
        self.measurer = measurer
        isSecure = editor.isSecure
        storage.layout = self
        editor.layout = self
        styleChanged()
    }

    /// Takes another style or another measurer.
    ///
    /// - Complexity: Linear in the number of lines, since all of them must be laid out anew; allocates for each line.
    public func setStyle(_ style: TextStyle, measurer: any TextMeasurer) {
        (self.style, self.measurer) = (style, measurer)
        styleChanged()
    }

    /// The height of all rows, in points.
    ///
    /// An estimate until all lines are laid out.
    public var height: Double { Double(lines.sum.rows) * rowHeight }

    /// Lays out all lines, so that nothing is estimated any more.
    ///
    /// - Complexity: Linear in the text; while a line is broken, allocates for each of its characters.
    public func layoutAll() {
        for index in 0..<lines.count { layOut(index) }
    }

    private func styleChanged() {
        // The height is that of a sample text, since all rows have one height.
        let size = measurer.size(of: "Mgn", in: style)
        // The limit keeps the height of any number of rows finite.
        rowHeight = size.height > 0 && size.height < 1e9 ? size.height : 1
        letterWidth = Self.legal(size.width / 3)
        invalidate()
    }

    private func invalidate() {
        measured = []
        var all: [LineLayout] = []
        all.reserveCapacity(storage.lineCount)
        storage.lines.forEach(from: 0) { line in
            all.append(estimate(line))
            return true
        }
        lines = SumTree(all)
    }

    private static func legal(_ length: Double) -> Double { length > 0 ? length : 0 }

    private func estimate(_ line: TextLine) -> LineLayout {
        guard width.isFinite, letterWidth.isFinite, letterWidth > 0 else { return LineLayout(estimate: 1) }
        // A row has at least one character.
        let rows = min(Double(line.characters), (Double(line.characters) * letterWidth / width).rounded(.up))
        return LineLayout(estimate: max(1, rows.isFinite ? Int(rows) : line.characters))
    }

    // MARK: Lines

    /// The storage has replaced lines with `count` new ones.
    func linesChanged(_ old: Range<Int>, new count: Int) {
        lines.replace(old, with: (old.lowerBound..<old.lowerBound + count).map { estimate(storage.lines[$0]) })
    }

    /// Measures a line that was not measured yet; returns its rows.
    @discardableResult
    func layOut(_ index: Int) -> LineLayout {
        let known = lines[index]
        if known.isExact { return known }
        let text = storage.line(at: index)
        let length = text.utf8.count
        let whole = extent(of: text, 0, length)
        var laidOut = LineLayout(width: whole)
        if width.isFinite, whole > room { laidOut = broken(text, length) }
        lines.replace(at: index, with: laidOut)
        return laidOut
    }

    /// Breaks a line into rows.
    private func broken(_ line: String, _ length: Int) -> LineLayout {
        let places = places(of: line[...])
        // Where a line has parts in both directions, each part is measured.
        func extent(_ start: Int, _ end: Int) -> Double {
            places.hasOneDirection ? places.width(from: start, to: end) : self.extent(of: line, start, end)
        }
        let breaks = RowBreaker(line, isSecure: isSecure).rows { extent($0, $1) <= room }
        let ends = breaks + [length]
        return LineLayout(breaks: breaks, widths: zip([0] + breaks, ends).map { extent($0, $1) })
    }

    /// The width, with room for the rounding of sums of many characters' widths.
    private var room: Double { width + 1e-6 }

    /// How many rows' places are kept: a caret, a selection's ends and a finger are in few rows.
    private static let mostMeasured = 8

    /// Where a caret stands in a row of this text, which is a line or a part of one.
    func places(of text: Substring) -> MeasuredText {
        if let index = measured.lastIndex(where: { $0.text == text }) { return measured[index].places }
        let shown = isSecure ? String(repeating: Self.bullet, count: text.count) : String(text)
        let boundaries = String(text).clusterBoundaries()
        let places = MeasuredText(boundaries: boundaries, places: measurer.caretOffsets(of: shown, in: style))
        if measured.count == Self.mostMeasured { measured.removeFirst() }
        measured.append((text, places))
        return places
    }

    /// The width of a part of a line; 0 if the measurer's answer is not finite or is negative.
    private func extent(of line: String, _ start: Int, _ end: Int) -> Double {
        if start == end { return 0 }
        let width = measurer.size(of: shown(line, start, end), in: style).width
        return width.isFinite ? Self.legal(width) : 0
    }

    /// A part of a line as it is drawn and measured: bullets for the clusters of a secret.
    func shown(_ line: String, _ start: Int, _ end: Int) -> String {
        let part = line.bytes(start..<end)
        return isSecure ? String(repeating: Self.bullet, count: part.count) : String(part)
    }
}

/// The rows of a line, or an estimate of their number.
struct LineLayout: SummedElement {
    /// The offsets in bytes at which the rows after the first begin; nil when they are not known.
    private let breaks: [Int]?
    /// The width of the only row, in points.
    private let width: Double
    /// The widths of several rows.
    private let widths: [Double]
    let rows: Int

    /// A line with one row.
    init(width: Double) {
        (breaks, self.width, widths) = ([], width, [])
        rows = 1
    }

    /// A line with rows that begin at these offsets, besides the first one.
    init(breaks: [Int], widths: [Double]) {
        (self.breaks, width, self.widths) = (breaks, 0, widths)
        rows = breaks.count + 1
    }

    init(estimate: Int) {
        (breaks, width, widths) = (nil, 0, [])
        rows = estimate
    }

    static var vacant: LineLayout { LineLayout(estimate: 0) }

    var isExact: Bool { breaks != nil }
    var sum: Sum { Sum(rows: rows) }

    /// The width of a row of a line that was measured.
    func width(ofRow row: Int) -> Double { widths.isEmpty ? width : widths[row] }

    /// The offsets of a row in a line of so many bytes.
    func columns(ofRow row: Int, length: Int) -> Range<Int> {
        guard let breaks else { return 0..<length }
        let start = row == 0 ? 0 : breaks[row - 1]
        return start..<(row < breaks.count ? breaks[row] : length)
    }

    /// The row of an offset; at a break the affinity chooses the row behind the break or before it.
    func row(ofColumn column: Int, _ affinity: TextAffinity) -> Int {
        guard let breaks else { return 0 }
        var (low, high) = (0, breaks.count)
        while low < high {
            let middle = (low + high) / 2
            if breaks[middle] < column || (breaks[middle] == column && affinity == .downstream) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    struct Sum: TreeSum {
        var rows: Int

        static var zero: Sum { Sum(rows: 0) }
        static func + (first: Sum, second: Sum) -> Sum { Sum(rows: first.rows + second.rows) }
    }
}
