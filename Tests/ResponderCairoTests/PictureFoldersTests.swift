#if Cairo
import Foundation
import ResponderKit
import TestSupport
import Testing

@testable import ResponderCairo

@Suite("PictureFolders")
@MainActor
struct PictureFoldersTests {
    private let folder = TemporaryFolder()
    private let log = Log()

    init() throws { try folder.makeFolder("icons") }

    private func save(_ name: String, _ width: Double, _ height: Double, _ draw: (CairoCanvas) -> Void) throws {
        try drawn(width, height, draw).writePNG(to: folder.path + "/" + name)
    }

    private func makePictures(_ folders: [String] = [], pixelLimit: Int = 1 << 24) -> PictureFolders {
        let pictures = PictureFolders(folders + [folder.path], pixelLimit: pixelLimit)
        pictures.onError = { [log] in log.write("\($0)") }
        return pictures
    }

    private func image(_ name: String) -> Image { Image(name: name, size: Size(1, 1)) }

    @Test("A picture is found by its file's name with or without the ending, in the first folder that has it")
    func names() throws {
        let other = TemporaryFolder()
        try save("a.png", 1, 1) { $0.fill(Rect(0, 0, 1, 1), with: .red) }
        try save("icons/b.png", 1, 1) { $0.fill(Rect(0, 0, 1, 1), with: .green) }
        let blue = try drawn(1, 1) { $0.fill(Rect(0, 0, 1, 1), with: .blue) }
        try blue.writePNG(to: other.path + "/a.png")
        try blue.writePNG(to: other.path + "/c.png")
        let pictures = makePictures([other.path])
        let surface = try drawn(5, 1, pictures: pictures) { canvas in
            for (x, name) in ["a", "a.png", "icons/b", "c"].enumerated() {
                canvas.draw(image(name), in: Rect(Double(x), 0, 1, 1))
            }
        }
        #expect(pixels(surface) == [0xff00_00ff, 0xff00_00ff, 0xff00_ff00, 0xff00_00ff, 0])
        #expect(log.entries == [])
    }

    @Test("A picture that is missing, broken, too large or outside of the folders is a blank, and is told of once")
    func missing() throws {
        try Data("no picture".utf8).write(to: URL(fileURLWithPath: folder.path + "/broken.png"))
        try save("large.png", 20, 6) { $0.fill(Rect(0, 0, 20, 6), with: .red) }
        let pictures = makePictures(pixelLimit: 100)
        let names = ["none", "broken", "large", "../large", "icons/../../large", folder.path + "/large", "", "a\0b"]
        let surface = try drawn(2, 2, pictures: pictures) { canvas in
            for _ in 0..<3 {
                for name in names { canvas.draw(image(name), in: Rect(0, 0, 2, 2)) }
            }
        }
        #expect(map(surface) == ["..", ".."])
        let lines = log.take()
        try #require(lines.count == names.count)
        #expect(lines[0] == "no folder of pictures has \"none\"")
        #expect(lines[1].hasPrefix("\(folder.path)/broken.png: this is no PNG that can be read"))
        #expect(lines[2].hasPrefix("\(folder.path)/large.png: 20x6 pixels are too many: at most 100"))
        #expect(lines[3...].allSatisfy { $0.hasPrefix("no folder of pictures has ") })
    }

    @Test("A slash with a mark behind is a slash: a name with it leads to no file outside")
    func combined() throws {
        try save("\u{301}a.png", 1, 1) { $0.fill(Rect(0, 0, 1, 1), with: .red) }
        try save("icons/\u{301}a.png", 1, 1) { $0.fill(Rect(0, 0, 1, 1), with: .red) }
        let pictures = PictureFolders([folder.path + "/icons"])
        pictures.onError = { [log] in log.write("\($0)") }
        #expect(pictures.size(ofImageNamed: "../\u{301}a") == nil && log.entries.count == 1)
        #expect(makePictures().size(ofImageNamed: "icons/\u{301}a") == Size(1, 1))
    }

    @Test("A picture that is enlarged reaches its edges with its full colors")
    func enlarged() throws {
        try save("a.png", 2, 1) { canvas in
            canvas.fill(Rect(0, 0, 1, 1), with: .red)
            canvas.fill(Rect(1, 0, 1, 1), with: .blue)
        }
        let surface = try drawn(10, 6, pictures: makePictures()) { $0.draw(image("a"), in: Rect(1, 1, 8, 4)) }
        #expect(map(surface)[0] == ".........." && map(surface)[1...4].allSatisfy { $0 == ".########." })
        #expect(surface[1, 1] == 0xffff_0000 && surface[8, 4] == 0xff00_00ff)
    }

    @Test("A picture in a layer has the layer's opacity, alone or with something else")
    func pictureInLayer() throws {
        try save("a.png", 2, 2) { $0.fill(Rect(0, 0, 2, 2), with: .black) }
        let pictures = makePictures()
        for others in 0...1 {
            let surface = try drawn(4, 4, pictures: pictures) { canvas in
                canvas.beginTransparencyLayer(alpha: 0.5)
                canvas.draw(image("a"), in: Rect(1, 1, 2, 2))
                for _ in 0..<others { canvas.fill(Rect(1, 1, 1, 1), with: .black) }
                canvas.endTransparencyLayer()
                canvas.draw(image("a"), in: Rect(3, 3, 1, 1))
            }
            #expect(map(surface) == ["....", ".++.", ".++.", "...#"])
            #expect(127...128 ~= surface[1, 1] >> 24 && 127...128 ~= surface[2, 2] >> 24)
        }
    }

    @Test("A picture that is made smaller is mixed from all its pixels, once for each size, and mirrored if asked to")
    func reduced() throws {
        try save("a.png", 64, 64) { canvas in
            canvas.fill(Rect(0, 0, 64, 64), with: .white)
            for row in 0..<32 { canvas.fill(Rect(0, Double(row) * 2, 64, 1), with: .black) }
            canvas.fill(Rect(0, 0, 32, 64), with: .red)
        }
        let pictures = makePictures()
        let surface = try drawn(8, 8, pictures: pictures) { canvas in
            for _ in 0..<5 { canvas.draw(image("a"), in: Rect(0, 0, 8, 8)) }
        }
        #expect(pictures.keptForms == 1)
        #expect(surface[1, 4] == 0xffff_0000)
        #expect(115...140 ~= greens(surface, row: 4)[6])
        let mirrored = try drawn(8, 8, pictures: pictures) { canvas in
            canvas.concatenate(Transform(a: -1, b: 0, c: 0, d: 1, tx: 8, ty: 0))
            canvas.draw(image("a"), in: Rect(0, 0, 8, 8))
        }
        #expect(mirrored[6, 4] == 0xffff_0000)
        for size in 1...20 {
            _ = try drawn(20, 20, pictures: pictures) {
                $0.draw(image("a"), in: Rect(0, 0, Double(size), Double(size)))
            }
        }
        #expect(pictures.keptForms == 20)
        pictures.removeAll()
        #expect(pictures.keptForms == 0)
    }

    @Test("A file that has changed or has gone is seen as it was until the picture is forgotten")
    func forget() throws {
        let pictures = makePictures()
        func color() throws -> UInt32 {
            try drawn(1, 1, pictures: pictures) { $0.draw(image("a"), in: Rect(0, 0, 1, 1)) }[0, 0]
        }
        #expect(try color() == 0)
        try save("a.png", 2, 2) { $0.fill(Rect(0, 0, 2, 2), with: .red) }
        #expect(try color() == 0)
        pictures.forget("a")
        #expect(try color() == 0xffff_0000)
        try save("a.png", 2, 2) { $0.fill(Rect(0, 0, 2, 2), with: .blue) }
        #expect(try color() == 0xffff_0000)
        pictures.forget("a")
        #expect(try color() == 0xff00_00ff)
        try FileManager.default.removeItem(atPath: folder.path + "/a.png")
        #expect(try color() == 0xff00_00ff)
        pictures.removeAll()
        #expect(try color() == 0)
        #expect(log.entries.count == 2)
    }

    @Test("Of the pictures that are kept those that were used last stay, within a number of pixels")
    func limits() throws {
        var cache = RecentCache<Int, SurfaceHandle>(costLimit: 1000)
        func insert(_ key: Int, _ pixels: Int) throws {
            let picture = try SurfaceHandle.make(width: pixels, height: 1, pixelLimit: 10_000)
            cache.insert(picture, for: key, cost: picture.pixelCount)
        }
        try insert(0, 1001)
        #expect(cache.count == 0)
        for key in 1...10 { try insert(key, 100) }
        #expect(cache.count == 10)
        #expect(cache[1] != nil)
        try insert(11, 100)
        #expect((1...11).filter { cache[$0] != nil } == [1, 8, 9, 10, 11])
        // A key that is there already counts once.
        for _ in 0..<20 { try insert(11, 100) }
        #expect((1...11).filter { cache[$0] != nil } == [1, 8, 9, 10, 11])
        try insert(12, 1000)
        #expect((1...12).filter { cache[$0] != nil } == [12])
    }
}
#endif
