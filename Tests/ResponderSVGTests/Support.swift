import Foundation
import FoundationXML
import Testing

/// A picture, read by a parser of XML that is not ours: it refuses what is no XML.
final class ReadPicture: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        var text = ""

        func number(_ attribute: String) -> Double { Double(attributes[attribute] ?? "0") ?? .nan }
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []
    /// How deep elements are nested.
    private(set) var depth = 0

    init(_ svg: String) throws {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        try #require(parser.parse(), "\(String(describing: parser.parserError)) in \(svg)")
        try #require(elements.first?.name == "svg" && open.isEmpty)
    }

    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    var texts: [String] { all("text").map(\.text) }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(elements.count)
        depth = max(depth, open.count)
        elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let index = open.last { elements[index].text += text }
    }
}
