internal import ResponderKit

/// Where elements of a document find a picture.
enum SVGPicture {
    /// At an address, escaped.
    case address(String)
    /// In the definitions, under this name and in its own extent: so its pixels are in the document once.
    case defined(name: String, Size)

    /// The picture, stretched to a place.
    func svg(in rect: Rect, _ precision: SVGPrecision) -> String {
        switch self {
        case .address(let address):
            return "<image\(rect.svgAttributes(precision)) preserveAspectRatio=\"none\" href=\"\(address)\"/>"
        case .defined(let name, let size):
            let (x, y) = (rect.width / size.width, rect.height / size.height)
            let transform = Transform(a: x, b: 0, c: 0, d: y, tx: rect.minX, ty: rect.minY)
            return "<use href=\"#\(name)\" transform=\"\(transform.svg(precision))\"/>"
        }
    }
}

extension SVGDefinition {
    /// A picture in its own extent, in pixels.
    static func picture(_ pixels: ImagePixels) -> SVGDefinition {
        let extent = "width=\"\(pixels.width)\" height=\"\(pixels.height)\""
        return SVGDefinition("picture", element: "image \(extent) href=\"\(pixels.address)\"", content: "")
    }
}

extension Image {
    /// The picture as elements: one, or one for each part where edges keep their extent.
    func svg(_ picture: SVGPicture, in rect: Rect, _ precision: SVGPrecision) -> String {
        let columns = spans(capInsets.left, capInsets.right, size.width, from: rect.minX, rect.width)
        let rows = spans(capInsets.top, capInsets.bottom, size.height, from: rect.minY, rect.height)
        guard columns.count > 1 || rows.count > 1 else {
            return picture.svg(in: rect, precision)
        }
        let whole = picture.svg(in: Rect(0, 0, size.width, size.height), precision)
        var elements = ""
        for row in rows {
            for column in columns {
                let place = Rect(column.target.start, row.target.start, column.target.length, row.target.length)
                let box = [column.source.start, row.source.start, column.source.length, row.source.length]
                // An inner picture shows nothing beyond its box.
                elements += "<svg\(place.svgAttributes(precision)) preserveAspectRatio=\"none\" "
                elements += "viewBox=\"\(box.map { $0.svg(precision) }.joined(separator: " "))\">"
                elements += whole + "</svg>"
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
