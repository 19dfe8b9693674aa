import ResponderEnvironment
import ResponderEventLoop
import TestSupport
import Testing

/// A disk that counts the bytes that are taken.
private final class CountedDisk: StorageSpace {
    private let lock = Lock()
    nonisolated(unsafe) private var bytes = 0

    var taken: Int { lock.locked { bytes } }
    func take(_ bytes: Int, for path: String) throws(FileError) { lock.locked { self.bytes += bytes } }
    func give(_ bytes: Int) { lock.locked { self.bytes -= bytes } }
}

@Suite struct ContainerThreadTests {
    @Test("Threads that write, read, move and remove the same files see whole files, and the bytes are counted right")
    func sharedFiles() throws {
        let folder = TemporaryFolder()
        let disk = CountedDisk()
        let container = AppContainer(
            identifier: "org.example.clock",
            bundleName: nil,
            mounts: [.init(folder: try Folder(path: folder.path))],
            protection: nil,
            space: disk
        )
        try container.createStandardDirectories()
        let torn = CountedDisk()
        let threads = Threads()
        for thread in 1...4 {
            threads.start {
                for turn in 0..<20 {
                    let path = "Documents/\(turn % 3)"
                    // Each file has one byte value, as many times as it says.
                    try? container.write(
                        [UInt8](repeating: UInt8(thread * 40 + turn), count: thread * 40 + turn),
                        to: path
                    )
                    if let bytes = try? container.read(path), Set(bytes).count != 1 || bytes.count != Int(bytes[0]) {
                        try? torn.take(1, for: path)
                    }
                    if turn % 5 == 0 { try? container.move(path, to: "Documents/moved") }
                    if turn % 7 == 0 { try? container.remove("Documents/moved") }
                }
            }
        }
        threads.join()
        #expect(torn.taken == 0)
        #expect(try container.usedSpace() == disk.taken)
    }
}
