#if Cairo
import Foundation
import ResponderCairo
import ResponderKit
import TestSupport
import Testing

@Suite("PNG")
@MainActor
struct PNGTests {
    private func refusal(_ bytes: [UInt8]) -> String {
        do throws(CairoError) {
            _ = try CairoSurface(png: bytes)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test("A PNG without opacity, in shades of gray or with 16 bits a color, becomes pixels of 32 bits")
    func otherFormats() throws {
        let colors = try CairoSurface(
            png: makePNG(width: 2, height: 1, depth: 8, colorType: 2, rows: [[255, 0, 0, 1, 2, 3]])
        )
        #expect(pixels(colors) == [0xffff_0000, 0xff01_0203])
        let grays = try CairoSurface(
            png: makePNG(width: 2, height: 2, depth: 8, colorType: 0, rows: [[0, 7], [8, 255]])
        )
        #expect(pixels(grays) == [0xff00_0000, 0xff07_0707, 0xff08_0808, 0xffff_ffff])
        let deep = try CairoSurface(
            png: makePNG(width: 1, height: 1, depth: 16, colorType: 6, rows: [[255, 255, 0, 0, 128, 0, 255, 255]])
        )
        #expect(difference(deep[0, 0], 0xffff_0080) <= 1)
    }

    @Test("A PNG that says it has huge extents is refused before its pixels are read, with its extents")
    func bomb() {
        for (width, height) in [(UInt32(100_000), UInt32(100_000)), (.max, .max), (60_000, 1), (30_000, 30_000)] {
            let bytes = makePNG(width: width, height: height, depth: 8, colorType: 6, rows: [[0]])
            #expect(refusal(bytes).contains("\(width)x\(height) pixels are too many"))
        }
    }

    @Test("A PNG without pixels, without data or with less data than its extents need is refused")
    func tooShort() {
        #expect(refusal(makePNG(width: 0, height: 5, depth: 8, colorType: 6, rows: [])).contains("no PNG"))
        #expect(refusal(makePNG(width: 5, height: 5, depth: 8, colorType: 6, rows: [])).contains("no PNG"))
        #expect(refusal(makePNG(width: 1, height: 1, depth: 7, colorType: 6, rows: [[0, 0, 0, 0]])).contains("no PNG"))
        #expect(refusal([]).contains("does not begin as a PNG"))
        #expect(refusal(Array("<svg/>".utf8)).contains("does not begin as a PNG"))
    }

    @Test("A PNG that was cut off, or in which bytes were changed, is read or refused, and the next is read")
    func broken() throws {
        let whole = try drawn(9, 7) { $0.fill(Path(ellipseIn: Rect(0, 0, 9, 7)), with: .blue) }
        let bytes = try whole.png()
        for length in 0..<bytes.count - 12 {
            #expect(refusal(Array(bytes[..<length])) != "none", "the first \(length) bytes were read as a whole")
        }
        let seed: UInt64 = 3
        var numbers = SeededGenerator(seed: seed)
        var refused = 0
        for _ in 0..<2000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                changed[Int.random(in: 8..<bytes.count, using: &numbers)] = .random(in: 0...255, using: &numbers)
            }
            if refusal(changed) != "none" { refused += 1 }
        }
        #expect(refused > 1000, "seed \(seed)")
        #expect(try pixels(CairoSurface(png: bytes)) == pixels(whole))
    }

    @Test("The error of a file names the file: one that is missing, is a folder or a pipe, is no PNG, or is too large")
    func files() throws {
        func refusal(_ path: String, pixelLimit: Int = CairoSurface.pixelLimit) -> String {
            do throws(CairoError) {
                _ = try CairoSurface(contentsOfPNG: path, pixelLimit: pixelLimit)
                return "none"
            } catch {
                return "\(error)"
            }
        }
        let file = TemporaryFile(".png")
        #expect(refusal(file.path) == "\(file.path): No such file or directory")
        #expect(refusal("/tmp") == "/tmp: it is a folder, a pipe or a device; name a plain file")
        #expect(refusal("/dev/zero").hasPrefix("/dev/zero: it is a folder, a pipe or a device"))
        #expect(refusal("a\0b").contains("its name holds a zero byte"))
        let pipe = TemporaryFile(".fifo")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        #expect(refusal(pipe.path).contains("a pipe"))
        try Data("no picture".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(refusal(file.path).hasPrefix("\(file.path): this is no PNG that can be read"))
        let surface = try drawn(10, 10) { $0.fill(Rect(0, 0, 5, 5), with: .red) }
        try surface.writePNG(to: file.path)
        #expect(refusal(file.path) == "none")
        #expect(refusal(file.path, pixelLimit: 99).hasPrefix("\(file.path): 10x10 pixels are too many: at most 99"))
        #expect(try pixels(CairoSurface(contentsOfPNG: file.path)) == pixels(surface))
    }

    @Test("A file that cannot be written is an error that names it")
    func unwritable() throws {
        let surface = try CairoSurface(size: Size(1, 1))
        for path in ["/nowhere/a.png", "/", "a\0b"] {
            let error = #expect(throws: CairoError.self) { try surface.writePNG(to: path) }
            #expect(error?.path == path)
        }
        let full = #expect(throws: CairoError.self) { try surface.writePNG(to: "/dev/full") }
        #expect(full?.description == "/dev/full: No space left on device")
    }
}
#endif
