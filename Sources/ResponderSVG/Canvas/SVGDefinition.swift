/// What elements of a picture refer to by its name: a clip, a gradient, a pattern or a filter.
struct SVGDefinition {
    /// Follows from the content: pictures in one page have the same name for the same content alone.
    let name: String
    private let element: String
    private let content: String

    /// - Parameters:
    ///   - kind: The beginning of the name.
    ///   - element: The element's name and attributes.
    ///   - content: What the element contains.
    init(_ kind: String, element: String, content: String) {
        (self.element, self.content) = (element, content)
        // FNV-1a.
        let hash = [element, content].joined().utf8
            .reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        name = kind + "-" + String(hash, radix: 36)
    }

    var svg: String {
        let (tag, attributes) =
            element.firstIndex(of: " ").map { (element[..<$0], element[$0...]) } ?? (element[...], "")
        return "<\(tag) id=\"\(name)\"\(attributes)>\(content)</\(tag)>\n"
    }

    /// A clip to a figure, which is an element without its end.
    static func clip(_ figure: String) -> SVGDefinition {
        SVGDefinition("clip", element: "clipPath", content: figure + "/>")
    }
}
