import CResponderTerminal
import Glibc

/// The terminal that the process was started in: its mouse, its keys and its screen.
///
/// A process has one terminal, since the signal handlers that restore it after a crash use static state.
@MainActor
final class Terminal {
    /// The number of columns and rows.
    struct Extent: Hashable, Sendable {
        /// The greatest extent that is drawn, larger than any screen: a terminal may report 65,535 by 65,535 cells.
        static let greatest = Extent(columns: 1000, rows: 500)

        var columns: Int
        var rows: Int
    }

    /// The terminal cannot be used.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Switches to the alternate screen, hides the cursor, and asks for mouse reports: of buttons and drags (1002), of
    /// all motion where the terminal knows this mode (1003), in SGR form (1006).
    private static let enterText =
        "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?1002h\u{1b}[?1003h\u{1b}[?1006h\u{1b}[0m\u{1b}[2J"
    private static let leaveText =
        "\u{1b}[?1006l\u{1b}[?1003l\u{1b}[?1002l\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l"

    static let input = STDIN_FILENO

    /// The bytes for which the terminal had no room yet.
    private var unsent: [UInt8] = []
    /// How many bytes at the start of `unsent` were sent.
    ///
    /// Sent bytes are removed together, as each removal moves the rest.
    private var sent = 0

    /// Whether the process was started in a terminal that a demo can be drawn in.
    nonisolated static var isThere: Bool {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
        let name = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        return name != "dumb" && !name.isEmpty
    }

    /// Notes the terminal's modes, to restore them later.
    init() throws(Failure) {
        guard rtm_open(Self.input, STDOUT_FILENO, Self.leaveText) else {
            throw Failure(description: "the terminal cannot be used: \(String(cString: strerror(errno)))")
        }
    }

    /// The terminal's present size, at most ``Extent/greatest``; 80 by 24 where the terminal does not report one.
    var extent: Extent {
        var (columns, rows): (Int32, Int32) = (80, 24)
        _ = rtm_size(&columns, &rows)
        let greatest = Extent.greatest
        return Extent(columns: min(Int(columns), greatest.columns), rows: min(Int(rows), greatest.rows))
    }

    /// Takes the terminal over, for the first time or again; discards bytes that are not sent yet.
    func enter() {
        _ = rtm_enter()
        unsent = Array(Self.enterText.utf8)
        sent = 0
    }

    /// Restores the terminal, and writes a last line.
    func leave(saying text: String = "") {
        unsent = []
        sent = 0
        rtm_leave()
        guard !text.isEmpty else { return }
        var text = text + "\n"
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { rtm_write_last($0.baseAddress, UInt($0.count)) }
        }
    }

    /// The descriptor that becomes writable when the terminal has room.
    var output: Int32 { rtm_output() }

    /// Writes as much of the text as the terminal has room for, and keeps the rest for ``flush()``.
    ///
    /// - Returns: The result of ``flush()``.
    func write(_ text: String) -> Bool? {
        unsent += text.utf8
        return flush()
    }

    /// Writes as many of the kept bytes as the terminal has room for.
    ///
    /// - Returns: Whether everything is written; nil when the terminal is gone.
    func flush() -> Bool? {
        let count = unsent.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
            return rest.withMemoryRebound(to: CChar.self) { rtm_write($0.baseAddress, UInt($0.count)) }
        }
        guard count >= 0 else { return nil }
        sent += count
        // At once when all is sent; otherwise when the sent bytes are as many as the others, which are moved.
        guard sent == unsent.count || 2 * sent > unsent.count else { return false }
        unsent.removeFirst(sent)
        sent = 0
        return unsent.isEmpty
    }

    /// Reads the bytes that have arrived; nil when the terminal is gone.
    func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(Self.input, &bytes, bytes.count)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
