internal import ResponderRecordings
internal import ResponderYAML

/// The pieces of a recording in YAML, with the errors of recordings.
struct RecordingYAML {
    /// The most levels of nested sequences and mappings; libinput's recordings have six.
    static let deepest = 16

    let file: String
    private let reader: YAMLReader
    private let input: Input

    /// The recording's bytes, and why they could not be read.
    private final class Input {
        let source: RecordingSource
        var error: RecordingError?

        init(_ source: RecordingSource) { self.source = source }

        func next() -> ArraySlice<UInt8>? {
            do throws(RecordingError) { return try source.next() } catch {
                self.error = error
                return nil
            }
        }
    }

    init(_ source: RecordingSource) throws(RecordingError) {
        file = source.name
        let input = Input(source)
        self.input = input
        do throws(YAMLProblem) {
            reader = try YAMLReader(deepest: Self.deepest) { input.next() }
        } catch {
            throw Self.failure(error, input, source.name)
        }
    }

    /// The next piece, without reading it.
    func peek() throws(RecordingError) -> YAMLReader.Piece {
        do throws(YAMLProblem) { return try reader.peek() } catch { throw Self.failure(error, input, file) }
    }

    /// The next piece.
    func next() throws(RecordingError) -> YAMLReader.Piece {
        do throws(YAMLProblem) { return try reader.next() } catch { throw Self.failure(error, input, file) }
    }

    /// Skips the next value, of whatever kind.
    func skip() throws(RecordingError) {
        do throws(YAMLProblem) { try reader.skip() } catch { throw Self.failure(error, input, file) }
    }

    /// Checks that nothing follows the document's only value.
    func finish() throws(RecordingError) {
        do throws(YAMLProblem) { try reader.finish() } catch { throw Self.failure(error, input, file) }
    }

    /// A mistake at the last piece.
    func failure(_ problem: RecordingError.Problem, _ expected: String, found: String) -> RecordingError {
        RecordingError(
            file: file,
            line: reader.line,
            problem: problem,
            message: "expected \(expected), found \(found)"
        )
    }

    private static func failure(_ problem: YAMLProblem, _ input: Input, _ file: String) -> RecordingError {
        switch problem.kind {
        case .malformed:
            RecordingError(file: file, line: problem.line, problem: .malformed, message: problem.text)
        case .memory:
            RecordingError(file: file, problem: .unreadable, message: "cannot be read: \(problem.text)")
        case .source:
            input.error ?? RecordingError(file: file, problem: .unreadable, message: problem.text)
        }
    }
}
