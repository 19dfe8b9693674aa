internal import CYaml
internal import ResponderRecordings

/// Reads a YAML document piece by piece with libyaml: the document is never in memory as a whole.
///
/// Refuses features that recordings do not need or that make small files take much memory: anchors and aliases, a
/// second document, many levels, and pieces of more than a mebibyte.
final class YAMLReader {
    /// A piece of a document.
    enum Piece: Equatable {
        case scalar(String)
        case sequenceStart, sequenceEnd
        case mappingStart, mappingEnd
        case end
    }

    /// The most levels of nested sequences and mappings; libinput's recordings have six.
    static let deepest = 16
    /// The most bytes of a piece, with the blanks and comments before it.
    static let longestPiece = 1 << 20

    let file: String
    /// The line of the last piece, from 1.
    private(set) var line = 1
    private let input: YAMLInput
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var depth = 0
    private var peeked: Piece?

    init(_ source: RecordingSource) throws(RecordingError) {
        file = source.name
        input = YAMLInput(source)
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else {
            throw RecordingError(file: file, problem: .unreadable, message: "cannot be read: no memory is left")
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input(parser, readYAML, Unmanaged.passUnretained(input).toOpaque())
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// The next piece, without reading it.
    func peek() throws(RecordingError) -> Piece {
        if let peeked { return peeked }
        let piece = try parse()
        peeked = piece
        return piece
    }

    /// The next piece.
    func next() throws(RecordingError) -> Piece {
        let piece = try peek()
        peeked = nil
        return piece
    }

    /// Skips the next value, of whatever kind.
    func skip() throws(RecordingError) {
        var open = 0
        repeat {
            switch try next() {
            case .sequenceStart, .mappingStart: open += 1
            case .sequenceEnd, .mappingEnd: open -= 1
            case .scalar: break
            case .end: throw failure(.malformed, "a value", found: "the end of the file")
            }
        } while open > 0
    }

    /// Checks that nothing follows the document's only value.
    func finish() throws(RecordingError) {
        // Two ends are expected: the document's and the input's.
        for _ in 0..<2 where try next() != .end {
            throw failure(.malformed, "one YAML document", found: "a second one")
        }
    }

    /// A mistake at the last piece.
    func failure(_ problem: RecordingError.Problem, _ expected: String, found: String) -> RecordingError {
        RecordingError(file: file, line: line, problem: problem, message: "expected \(expected), found \(found)")
    }

    private func parse() throws(RecordingError) -> Piece {
        while true {
            var event = yaml_event_t()
            let isParsed = yaml_parser_parse(parser, &event) == 1
            defer { if isParsed { yaml_event_delete(&event) } }
            guard isParsed else { throw problem() }
            line = Int(event.start_mark.line) + 1
            input.startPiece()
            switch event.type {
            case YAML_ALIAS_EVENT: throw refusal("an alias")
            case YAML_SCALAR_EVENT:
                if event.data.scalar.anchor != nil { throw refusal("an anchor") }
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

    private func open(_ piece: Piece) throws(RecordingError) -> Piece {
        depth += 1
        guard depth <= Self.deepest else { throw depthFailure }
        return piece
    }

    private var depthFailure: RecordingError {
        failure(.malformed, "at most \(Self.deepest) levels", found: "more")
    }

    private func refusal(_ found: String) -> RecordingError {
        failure(.malformed, "YAML without anchors and aliases, as libinput writes it", found: found)
    }

    /// The error of libyaml or of reading the file.
    private func problem() -> RecordingError {
        if let error = input.error { return error }
        line = Int(parser.pointee.problem_mark.line) + 1
        if input.isTooLong {
            return failure(.malformed, "pieces of at most \(Self.longestPiece) bytes", found: "a longer one")
        }
        guard parser.pointee.error != YAML_MEMORY_ERROR, let problem = parser.pointee.problem else {
            return RecordingError(file: file, problem: .unreadable, message: "cannot be read: no memory is left")
        }
        guard parser.pointee.error != YAML_READER_ERROR else {
            // libyaml finds bytes that are not text when it reads ahead, before it knows their line.
            let message = "expected YAML, found at byte \(parser.pointee.problem_offset): \(String(cString: problem))"
            return RecordingError(file: file, problem: .malformed, message: message)
        }
        // libyaml has a limit of its own, which its look-ahead may reach first.
        let text = String(cString: problem)
        guard !text.hasPrefix("Maximum nesting") else { return depthFailure }
        return failure(.malformed, "YAML", found: text)
    }
}

/// The input of libyaml, which counts the bytes since the last piece.
private final class YAMLInput {
    private(set) var error: RecordingError?
    private(set) var isTooLong = false
    private let source: RecordingSource
    private var rest: ArraySlice<UInt8> = []
    private var count = 0

    init(_ source: RecordingSource) { self.source = source }

    func startPiece() { count = 0 }

    /// Reads some bytes into `buffer`; nil where the reading fails.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        guard count <= YAMLReader.longestPiece else {
            isTooLong = true
            return nil
        }
        if rest.isEmpty {
            do throws(RecordingError) { rest = try source.next() } catch {
                self.error = error
                return nil
            }
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
