#if Wayland
internal import CResponderWayland
internal import Glibc
internal import ResponderKit

/// Reads all of a pipe without waiting.
@MainActor
final class PipeReader {
    private let file: Int32
    private let limit: Int
    private var source: MainRunLoop.DescriptorSource?
    private var bytes: [UInt8] = []
    private var isOpen = true
    private let done: ([UInt8]?) -> Void

    /// - Parameters:
    ///   - limit: How many bytes are taken.
    ///   - done: Called once with what was read; with nil for more bytes, and where the pipe cannot be read.
    init(_ file: Int32, _ loop: MainRunLoop, limit: Int, _ done: @escaping ([UInt8]?) -> Void) {
        (self.file, self.limit, self.done) = (file, limit, done)
        source = try? loop.addDescriptorSource(file, for: .read, name: "clipboard") { [weak self] _ in self?.read() }
        if source == nil { close() }
    }

    private func read() {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(file, &part, part.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        if count > 0, bytes.count + count <= limit { return bytes += part.prefix(count) }
        close()
        done(count == 0 ? bytes : nil)
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        source?.cancel()
        Glibc.close(file)
    }
}

/// Writes bytes into a pipe without waiting, and closes it.
@MainActor
final class PipeWriter {
    private let file: Int32
    private var source: MainRunLoop.DescriptorSource?
    private var bytes: ArraySlice<UInt8>
    private(set) var isDone = false

    init(_ file: Int32, _ bytes: [UInt8], _ loop: MainRunLoop) {
        (self.file, self.bytes) = (file, bytes[...])
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
        source = try? loop.addDescriptorSource(file, for: .write, name: "clipboard") { [weak self] _ in self?.write() }
        if source == nil { close() }
    }

    private func write() {
        let count = bytes.withUnsafeBytes { rwl_write(file, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        // A reader that has gone wants no more.
        guard count > 0 else { return close() }
        bytes = bytes.dropFirst(count)
        if bytes.isEmpty { close() }
    }

    func close() {
        guard !isDone else { return }
        isDone = true
        source?.cancel()
        Glibc.close(file)
    }
}
#endif
