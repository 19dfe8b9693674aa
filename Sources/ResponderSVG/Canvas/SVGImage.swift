internal import ResponderKit

extension Image {
    /// The picture as elements: one, or one for each part where edges keep their extent.
    func svg(_ address: String, in rect: Rect, _ precision: SVGPrecision) -> String {
        let columns = spans(capInsets.left, capInsets.right, size.width, from: rect.minX, rect.width)
        let rows = spans(capInsets.top, capInsets.bottom, size.height, from: rect.minY, rect.height)
        guard columns.count > 1 || rows.count > 1 else {
            return "<image\(rect.svgAttributes(precision)) preserveAspectRatio=\"none\" href=\"\(address)\"/>"
        }
        let whole = Rect(0, 0, size.width, size.height).svgAttributes(precision)
        var elements = ""
        for row in rows {
            for column in columns {
                let place = Rect(column.target.start, row.target.start, column.target.length, row.target.length)
                let box = [column.source.start, row.source.start, column.source.length, row.source.length]
                // An inner picture shows nothing beyond its box.
                elements += "<svg\(place.svgAttributes(precision)) preserveAspectRatio=\"none\" "
                elements += "viewBox=\"\(box.map { $0.svg(precision) }.joined(separator: " "))\">"
                elements += "<image\(whole) preserveAspectRatio=\"none\" href=\"\(address)\"/></svg>"
            }
        }
        return elements
    }

    private typealias Part = (start: Double, length: Double)

    /// The parts along an axis: one if no edge keeps its extent.
    private func spans(
        _ first: Double,
        _ last: Double,
        _ own: Double,
        from start: Double,
        _ extent: Double
    ) -> [(source: Part, target: Part)] {
        let (first, last) = (max(0, first), max(0, last))
        guard first + last > 0, first + last < own, own.isFinite else { return [((0, own), (start, extent))] }
        let scale = min(1, extent / (first + last))
        let (from, to) = (first * scale, last * scale)
        let spans: [(source: Part, target: Part)] = [
            ((0, first), (start, from)),
            ((first, own - first - last), (start + from, extent - from - to)),
            ((own - last, last), (start + extent - to, to)),
        ]
        return spans.filter { $0.source.length > 0 && $0.target.length > 0 }
    }
}
