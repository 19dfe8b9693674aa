#if Wayland
internal import CResponderWayland
internal import Glibc
internal import ResponderCairo
internal import ResponderKit

/// The pixels that the compositor reads: two buffers in shared memory, each of which knows what it lacks of the newest
/// picture.
@MainActor
final class SharedBuffers {
    private final class Buffer {
        let pointer: OpaquePointer
        let pixels: UnsafeMutableRawBufferPointer
        /// Whether the compositor reads it.
        var isBusy = false
        /// What it lacks, in points.
        var stale: [Rect]

        init(_ pointer: OpaquePointer, _ pixels: UnsafeMutableRawBufferPointer, _ whole: Rect) {
            (self.pointer, self.pixels) = (pointer, pixels)
            stale = [whole]
        }
    }

    let width: Int
    let height: Int
    private let memory: UnsafeMutableRawBufferPointer
    private var buffers: [Buffer] = []
    /// The whole picture, in points.
    private let whole: Rect
    /// Called when the compositor has given a buffer back.
    var onRelease: (() -> Void)?

    /// With more stale parts all of a buffer is copied.
    private static let mostParts = 16

    /// - Throws: An error if there is no memory, or if there are too many pixels.
    init(_ shm: OpaquePointer, width: Int, height: Int, whole: Rect) throws(WaylandError) {
        (self.width, self.height, self.whole) = (width, height, whole)
        let count = width * height * 4
        guard count > 0, count <= Int(Int32.max) / 2 else {
            throw WaylandError(.tooLarge(width: whole.width, height: whole.height))
        }
        func failure() -> WaylandError {
            WaylandError(.noMemory(bytes: 2 * count, reason: String(cString: strerror(errno))))
        }
        let file = rwl_memory_file(2 * count)
        guard file >= 0 else { throw failure() }
        defer { Glibc.close(file) }
        let address = mmap(nil, 2 * count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let address, address != MAP_FAILED else { throw failure() }
        memory = UnsafeMutableRawBufferPointer(start: address, count: 2 * count)
        let pool = wl_shm_create_pool(shm, file, Int32(2 * count))
        defer { wl_shm_pool_destroy(pool) }
        for index in 0..<2 {
            let start = index * count
            guard
                let buffer = wl_shm_pool_create_buffer(
                    pool,
                    Int32(start),
                    Int32(width),
                    Int32(height),
                    Int32(width * 4),
                    WL_SHM_FORMAT_XRGB8888.rawValue
                )
            else { continue }
            wl_buffer_add_listener(buffer, Self.listener, listenerData(self))
            let pixels = UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + count])
            buffers.append(Buffer(buffer, pixels, whole))
        }
    }

    /// Whether the next picture can be given to the compositor.
    var hasFree: Bool { buffers.contains { !$0.isBusy } }

    /// Brings a free buffer up to date, and returns it for the compositor; nil where there is none.
    ///
    /// - Parameter changed: What has changed since the last call.
    func take(_ surface: CairoSurface, changed: [Rect]) -> OpaquePointer? {
        for buffer in buffers {
            buffer.stale += changed
            if buffer.stale.count > Self.mostParts { buffer.stale = [whole] }
        }
        guard let free = buffers.first(where: { !$0.isBusy }) else { return nil }
        for part in free.stale { surface.copyPixels(in: part, to: free.pixels, bytesPerRow: width * 4) }
        free.stale.removeAll(keepingCapacity: true)
        free.isBusy = true
        return free.pointer
    }

    /// Gives the memory back; the compositor keeps its own view of what it still shows.
    func close() {
        onRelease = nil
        for buffer in buffers { wl_buffer_destroy(buffer.pointer) }
        buffers = []
        munmap(memory.baseAddress, memory.count)
    }

    private func release(_ pointer: OpaquePointer?) {
        buffers.first { $0.pointer == pointer }?.isBusy = false
        onRelease?()
    }

    private static let listener = listenerTable(
        wl_buffer_listener(release: { data, buffer in
            nonisolated(unsafe) let buffer = buffer
            withListener(data, SharedBuffers.self) { $0.release(buffer) }
        })
    )
}
#endif
