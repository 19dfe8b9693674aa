import Foundation
import ResponderSupport

/// Where a command's result goes: a file, or the standard output.
enum OutputFile {
    /// Writes the text with a line's end, to the standard output where there is no path.
    ///
    /// A file that is there is replaced as a whole or not at all.
    ///
    /// - Throws: ``OutputFileError``.
    static func write(_ text: String, to path: String?) throws {
        let data = Data((text + "\n").utf8)
        do {
            guard let path else { return try FileHandle.standardOutput.write(contentsOf: data) }
            var status = stat()
            let isOther = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
            if isOther {
                // A device or a pipe must stay what it is, and an open folder says that it is one.
                let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                try file.write(contentsOf: data)
                try file.close()
            } else {
                try data.write(to: URL(fileURLWithPath: path), options: .atomic)
            }
        } catch {
            throw OutputFileError(path: path ?? "standard output", reason: error.localizedDescription)
        }
    }

    /// Fails where a file cannot be written, before anything is measured for it.
    ///
    /// - Parameter mayWrite: Whether the process may write to the file or folder of that path.
    static func check(_ path: String?, mayWrite: (String) -> Bool = { access($0, W_OK) == 0 }) throws {
        guard let path else { return }
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        var status = stat()
        let kind = stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
        if kind == S_IFDIR { throw OutputFileError(path: path, reason: "it is a folder; name a file") }
        if stat(parent, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
            throw OutputFileError(path: path, reason: "there is no folder \(parent.inOneLine())")
        }
        if let kind, kind != S_IFREG {
            if !mayWrite(path) { throw OutputFileError(path: path, reason: "it may not be written to") }
        } else if !mayWrite(parent) {
            // A file is replaced as a whole: that takes a new file in its folder.
            throw OutputFileError(
                path: path,
                reason: "no file may be made in its folder, \(parent.inOneLine()); name a file in another folder"
            )
        }
    }
}

/// A result that cannot be written.
struct OutputFileError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path.inOneLine()): cannot be written: \(reason)" }
}
