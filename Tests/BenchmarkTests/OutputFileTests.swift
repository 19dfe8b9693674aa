import Foundation
import TestSupport
import Testing

@testable import responder_bench

@Suite("Where a result goes")
struct OutputFileTests {
    @Test("A file in a folder that may not be written is refused before anything is measured, and a device is not")
    func folderWithoutPermission() throws {
        let folder = TemporaryFolder()
        let old = try folder.write("old", to: "old.html")
        let parent = URL(fileURLWithPath: old).deletingLastPathComponent().path
        for name in ["old.html", "new.html"] {
            let path = folder.path + "/" + name
            let error = #expect(throws: OutputFileError.self) {
                try OutputFile.check(path) { $0 != parent }
            }
            let reason = "no file may be made in its folder, \(parent); name a file in another folder"
            #expect(error?.description == "\(path): cannot be written: \(reason)")
            // The file itself is not written to.
            try OutputFile.check(path) { $0 == parent }
        }
        try OutputFile.check("/dev/full") { $0 == "/dev/full" }
        #expect(throws: OutputFileError.self) { try OutputFile.check("/dev/full") { $0 != "/dev/full" } }
    }
}
