internal import CYaml

/// Reads a YAML document piece by piece with libyaml: the document is never in memory as a whole.
///
/// Refuses features that no format of this package needs or that make small files take much memory: anchors and
/// aliases, a second document, many levels, and pieces of more than a mebibyte.
package final class YAMLReader {
    /// A piece of a document.
    package enum Piece: Equatable {
        case scalar(String)
        case sequenceStart, sequenceEnd
        case mappingStart, mappingEnd
        case end
    }

    /// The most bytes of a piece, with the blanks and comments before it.
    package static let longestPiece = 1 << 20

    /// The line of the last piece, from 1.
    package private(set) var line = 1
    /// The place of the last piece in its line, from 1, in Unicode scalars.
    package private(set) var column = 1
    /// Whether the last piece is a scalar without quotes, which may stand for a number.
    package private(set) var isPlain = false
    /// Where the last piece begins and ends in the text, in Unicode scalars from 0.
    package private(set) var range = 0..<0
    private let deepest: Int
    private let input: YAMLInput
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var depth = 0
    private var peeked: Piece?

    /// A reader of the bytes that `next` gives, one part after the other, and an empty part at the end.
    ///
    /// - Parameters:
    ///   - deepest: The most levels of nested sequences and mappings.
    ///   - next: Gives the next bytes; nil where they cannot be read.
    package init(deepest: Int, next: @escaping () -> ArraySlice<UInt8>?) throws(YAMLProblem) {
        self.deepest = deepest
        input = YAMLInput(next)
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else { throw YAMLProblem(.memory, text: "no memory is left") }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input(parser, readYAML, Unmanaged.passUnretained(input).toOpaque())
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// The next piece, without reading it.
    package func peek() throws(YAMLProblem) -> Piece {
        if let peeked { return peeked }
        let piece = try parse()
        peeked = piece
        return piece
    }

    /// The next piece.
    package func next() throws(YAMLProblem) -> Piece {
        let piece = try peek()
        peeked = nil
        return piece
    }

    /// Skips the next value, of whatever kind.
    package func skip() throws(YAMLProblem) {
        var open = 0
        repeat {
            switch try next() {
            case .sequenceStart, .mappingStart: open += 1
            case .sequenceEnd, .mappingEnd: open -= 1
            case .scalar: break
            case .end: throw failure("a value", found: "the end of the file")
            }
        } while open > 0
    }

    /// Checks that nothing follows the document's only value.
    package func finish() throws(YAMLProblem) {
        // Two ends are expected: the document's and the input's.
        for _ in 0..<2 where try next() != .end {
            throw failure("one YAML document", found: "a second one")
        }
    }

    /// A problem at the last piece.
    package func failure(_ expected: String, found: String) -> YAMLProblem {
        YAMLProblem(.malformed, line: line, column: column, text: "expected \(expected), found \(found)")
    }

    private func parse() throws(YAMLProblem) -> Piece {
        while true {
            var event = yaml_event_t()
            let isParsed = yaml_parser_parse(parser, &event) == 1
            defer { if isParsed { yaml_event_delete(&event) } }
            guard isParsed else { throw problem() }
            (line, column) = (Int(event.start_mark.line) + 1, Int(event.start_mark.column) + 1)
            range = Int(event.start_mark.index)..<max(Int(event.start_mark.index), Int(event.end_mark.index))
            input.startPiece()
            switch event.type {
            case YAML_ALIAS_EVENT: throw refusal("an alias")
            case YAML_SCALAR_EVENT:
                if event.data.scalar.anchor != nil { throw refusal("an anchor") }
                isPlain = event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE
                let (value, length) = (event.data.scalar.value, event.data.scalar.length)
                return .scalar(String(decoding: UnsafeBufferPointer(start: value, count: length), as: UTF8.self))
            case YAML_SEQUENCE_START_EVENT:
                if event.data.sequence_start.anchor != nil { throw refusal("an anchor") }
                return try open(.sequenceStart)
            case YAML_MAPPING_START_EVENT:
                if event.data.mapping_start.anchor != nil { throw refusal("an anchor") }
                return try open(.mappingStart)
            case YAML_SEQUENCE_END_EVENT:
                depth -= 1
                return .sequenceEnd
            case YAML_MAPPING_END_EVENT:
                depth -= 1
                return .mappingEnd
            case YAML_DOCUMENT_END_EVENT, YAML_STREAM_END_EVENT: return .end
            default: continue
            }
        }
    }

    private func open(_ piece: Piece) throws(YAMLProblem) -> Piece {
        depth += 1
        guard depth <= deepest else { throw depthFailure }
        return piece
    }

    private var depthFailure: YAMLProblem {
        failure("at most \(deepest) levels", found: "more")
    }

    private func refusal(_ found: String) -> YAMLProblem {
        failure("YAML without anchors and aliases", found: found)
    }

    /// The error of libyaml or of reading the source.
    private func problem() -> YAMLProblem {
        let mark = parser.pointee.problem_mark
        (line, column) = (Int(mark.line) + 1, Int(mark.column) + 1)
        if input.isTooLong { return failure("pieces of at most \(Self.longestPiece) bytes", found: "a longer one") }
        if input.hasFailed { return YAMLProblem(.source, text: "it cannot be read") }
        guard parser.pointee.error != YAML_MEMORY_ERROR, let problem = parser.pointee.problem else {
            return YAMLProblem(.memory, text: "no memory is left")
        }
        guard parser.pointee.error != YAML_READER_ERROR else {
            // libyaml finds bytes that are not text when it reads ahead, before it knows their line.
            let text = "expected YAML, found at byte \(parser.pointee.problem_offset): \(String(cString: problem))"
            return YAMLProblem(.malformed, text: text)
        }
        // libyaml has a limit of its own, which its look-ahead may reach first.
        let text = String(cString: problem)
        guard !text.hasPrefix("Maximum nesting") else { return depthFailure }
        // libyaml begins some of its messages so, too.
        return failure("YAML", found: text.hasPrefix("found ") ? String(text.dropFirst(6)) : text)
    }
}

/// The input of libyaml, which counts the bytes since the last piece.
private final class YAMLInput {
    private(set) var hasFailed = false
    private(set) var isTooLong = false
    private let next: () -> ArraySlice<UInt8>?
    private var rest: ArraySlice<UInt8> = []
    private var count = 0

    init(_ next: @escaping () -> ArraySlice<UInt8>?) { self.next = next }

    func startPiece() { count = 0 }

    /// Reads some bytes into `buffer`; nil where the reading fails.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        guard count <= YAMLReader.longestPiece else {
            isTooLong = true
            return nil
        }
        if rest.isEmpty {
            guard let bytes = next() else {
                hasFailed = true
                return nil
            }
            rest = bytes
        }
        let taken = rest.prefix(buffer.count)
        _ = buffer.update(fromContentsOf: taken)
        rest = rest.dropFirst(taken.count)
        count += taken.count
        return taken.count
    }
}

/// The callback by which libyaml asks for bytes.
private func readYAML(
    _ input: UnsafeMutableRawPointer?,
    _ buffer: UnsafeMutablePointer<UInt8>?,
    _ size: Int,
    _ count: UnsafeMutablePointer<Int>?
) -> Int32 {
    guard let input else { return 0 }
    let bytes = UnsafeMutableBufferPointer(start: buffer, count: size)
    guard let read = Unmanaged<YAMLInput>.fromOpaque(input).takeUnretainedValue().read(into: bytes) else { return 0 }
    count?.pointee = read
    return 1
}
