import Foundation
import ResponderSupport

/// Why a results file cannot be read.
struct ResultsFileError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path.inOneLine()): \(reason)" }
}

extension BenchResults {
    private static let remedy = "`responder-bench --json --output FILE` writes a results file"
    /// A run of everything has some hundred thousand values, and no value takes more than twenty bytes.
    private static let greatestLength = 64 << 20

    /// One JSON document: a line for each row, so that a person and `diff` can read it.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            func text(_ value: some Encodable) throws -> String {
                String(decoding: try encoder.encode(value), as: UTF8.self)
            }
            let head = try [
                "\"format\":\(format)", "\"date\":\(text(date))", "\"machine\":\(text(machine))",
                "\"versions\":\(text(versions))", "\"summaries\":\(text(summaries))",
            ]
            let lines = try rows.map { try text($0) }.joined(separator: ",\n")
            return "{" + head.joined(separator: ",\n") + ",\n\"rows\":[\n\(lines)\n]}"
        }
    }

    /// Reads a file that `--json` wrote.
    ///
    /// - Throws: ``ResultsFileError``.
    init(contentsOf path: String) throws {
        do {
            let bytes = try TextFile.read(path, as: "a results file", limit: Self.greatestLength)
            try self.init(json: Data(bytes), path: path)
        } catch let error as TextFile.Unreadable {
            throw ResultsFileError(path: path, reason: error.reason)
        }
    }

    /// Reads the text of a results file.
    ///
    /// - Parameter path: The name of the file in an error.
    init(json: Data, path: String) throws {
        func refusal(_ reason: String) -> ResultsFileError { ResultsFileError(path: path, reason: reason) }
        do {
            let format = try JSONDecoder().decode(Header.self, from: json).format
            guard format == Self.currentFormat else {
                let other = "it has format \(format), and this program reads format \(Self.currentFormat)"
                throw refusal("\(other); measure again: \(Self.remedy)")
            }
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch let error as DecodingError {
            throw refusal("\(error.place); \(Self.remedy)")
        }
        if let row = rows.first(where: { $0.values.isEmpty }) {
            throw refusal("\(row.workload.quotedInOneLine()) has a row without values; \(Self.remedy)")
        }
    }

    private struct Header: Decodable {
        let format: Int
    }
}

extension DecodingError {
    /// What is wrong, and where in the file, in one line.
    fileprivate var place: String {
        switch self {
        case .dataCorrupted(let context):
            let detail = (context.underlyingError as? NSError)?.userInfo["NSDebugDescription"] as? String
            let reason = detail ?? context.debugDescription
            return "it is not whole, or no JSON: " + reason.prefix(120).trimmingPrefix(" ").sentenceFragment
        case .keyNotFound(let key, let context):
            let missing = key.stringValue.quotedInOneLine(limit: 40)
            return context.codingPath.isEmpty
                ? "it is no results file: it has no \(missing)" : "\(context.location) has no \(missing)"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return context.codingPath.isEmpty
                ? "it is no results file: it holds no object" : "\(context.location) has a value of another kind"
        @unknown default: return "it cannot be understood"
        }
    }
}

extension DecodingError.Context {
    /// The place as in `rows[3].median`.
    fileprivate var location: String {
        var text = ""
        for key in codingPath {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue.quotedInOneLine(limit: 40).dropFirst().dropLast()
            }
        }
        return text
    }
}

extension Substring {
    /// The text without the full stop at its end, in one line.
    fileprivate var sentenceFragment: String {
        let text = String(self).inOneLine()
        return text.last == "." ? String(text.dropLast()) : text
    }
}
