#if Cairo
import Foundation
import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCairo

@Suite("Images in pixels")
@MainActor
struct ImageTests {
    private let folder = TemporaryFolder()

    private func save(_ name: String, _ width: Double, _ height: Double, _ color: Color) throws {
        try drawn(width, height) { $0.fill(Rect(0, 0, width, height), with: color) }
            .writePNG(to: folder.path + "/" + name)
    }

    private func pixels(_ rows: [[UInt32]]) throws -> ImagePixels {
        try #require(ImagePixels(width: rows[0].count, height: rows.count, values: rows.flatMap { $0 }))
    }

    @Test("Pixels are drawn as they are, also in another size")
    func drawnPixels() throws {
        let image = Image(try pixels([[0xffff_0000, 0xff00_ff00], [0x8000_0080, 0]]))
        let exact = try drawn(2, 2) { $0.draw(image, in: Rect(0, 0, 2, 2)) }
        #expect([exact[0, 0], exact[1, 0], exact[0, 1], exact[1, 1]] == [0xffff_0000, 0xff00_ff00, 0x8000_0080, 0])
        let large = try drawn(8, 8) { $0.draw(image, in: Rect(0, 0, 8, 8)) }
        #expect(large[0, 0] == 0xffff_0000 && large[7, 0] == 0xff00_ff00 && large[0, 7] == 0x8000_0080)
    }

    @Test("A tint takes the place of a picture's colors, and keeps its opacity")
    func tint() throws {
        let image = Image(try pixels([[0xffff_0000, 0x8040_4040, 0]])).tinted(.blue)
        let surface = try drawn(3, 1) { $0.draw(image, in: Rect(0, 0, 3, 1)) }
        #expect([surface[0, 0], surface[1, 0], surface[2, 0]] == [0xff00_00ff, 0x8000_0080, 0])
    }

    @Test("Edges keep their extent where a picture is stretched: corners along no axis, and the middle along both")
    func edges() throws {
        let (r, g, b): (UInt32, UInt32, UInt32) = (0xffff_0000, 0xff00_ff00, 0xff00_00ff)
        let image = Image(try pixels([[r, g, r], [g, b, g], [r, g, r]]))
            .resizable(capInsets: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1))
        let surface = try drawn(9, 5) { $0.draw(image, in: Rect(0, 0, 9, 5)) }
        for y in 0..<5 {
            for x in 0..<9 {
                let (isSide, isEnd) = (x == 0 || x == 8, y == 0 || y == 4)
                #expect(surface[x, y] == (isSide && isEnd ? r : isSide || isEnd ? g : b), "\(x), \(y)")
            }
        }
        // At a scale of 2 an edge of a point has two pixels; without room for both, the edges share it.
        let twice = try drawn(4, 4, scale: 2) { $0.draw(image, in: Rect(0, 0, 4, 4)) }
        #expect(twice[1, 1] == r && twice[2, 2] == b && twice[5, 5] == b && twice[6, 6] == r)
        let narrow = try drawn(1, 4, scale: 2) { $0.draw(image, in: Rect(0, 0, 1, 4)) }
        #expect(narrow[0, 0] == r && narrow[1, 0] == r && narrow[0, 4] == g)
    }

    @Test("Of files for several scales the smallest is drawn that has all pixels of the place; its size is in points")
    func scales() throws {
        try save("a.png", 10, 10, .red)
        try save("a@2x.png", 20, 20, .green)
        try save("a@3x.png", 30, 30, .blue)
        try save("only@2x.png", 8, 6, .black)
        let pictures = PictureFolders([folder.path])
        #expect(pictures.size(ofImageNamed: "a") == Size(10, 10))
        #expect(pictures.size(ofImageNamed: "only") == Size(4, 3))
        #expect(pictures.size(ofImageNamed: "only.png") == Size(4, 3))
        let image = Image(name: "a", size: Size(10, 10))
        for (scale, color) in [
            (1.0, 0xffff_0000 as UInt32), (1.25, 0xff00_ff00), (2, 0xff00_ff00), (3, 0xff00_00ff), (4, 0xff00_00ff),
        ] {
            let surface = try drawn(10, 10, scale: scale, pictures: pictures) { $0.draw(image, in: Rect(0, 0, 10, 10)) }
            #expect(surface[3, 3] == color, "scale \(scale)")
        }
    }

    @Test("A file that is decoded on another thread is a blank at first, and is drawn once it is there")
    func background() async throws {
        try save("a.png", 10, 10, .red)
        let harness = try AppHarness(screenSize: Size(20, 20))
        let pictures = PictureFolders([folder.path])
        pictures.decodesInBackground = true
        harness.application.imageProvider = pictures
        let image = try #require(harness.application.image(named: "a"))
        #expect(image.size == Size(10, 10))
        harness.add(ImageView(image: image))
        let surface = try CairoSurface(size: Size(20, 20))
        let canvas = CairoCanvas(surface, pictures: pictures)
        var presents = 0
        harness.application.onPresentScreen = { [weak application = harness.application] rects in
            application?.render(in: canvas, rects: rects, background: .white)
            presents += 1
        }
        // Without await, so that nothing comes back from the other thread.
        func settleAtOnce() { harness.settle() }
        settleAtOnce()
        #expect(presents == 1 && surface[5, 5] == 0xffff_ffff)
        // The other thread takes its time; each settling lets the loop draw what has come.
        while pictures.isLoading { await harness.settle() }
        await harness.settle()
        #expect(surface[5, 5] == 0xffff_0000)
    }

    @Test("A picture that is forgotten while another thread reads it is read anew")
    func forgottenWhileLoading() async throws {
        let pictures = PictureFolders([folder.path])
        pictures.decodesInBackground = true
        let harness = try AppHarness(screenSize: Size(20, 20))
        func pixel() throws -> UInt32 {
            try drawn(10, 10, pictures: pictures) {
                $0.draw(Image(name: "a", size: Size(10, 10)), in: Rect(0, 0, 10, 10))
            }[5, 5]
        }
        for _ in 0..<20 {
            try save("a.png", 10, 10, .red)
            pictures.forget("a")
            #expect(try pixel() == 0)
            try save("a.png", 10, 10, .blue)
            pictures.forget("a")
            #expect(try pixel() == 0)
            while pictures.isLoading { await harness.settle() }
            #expect(try pixel() == 0xff00_00ff)
        }
    }

    @Test("Pictures that have more pixels than are kept are drawn all the same, without end to the reading")
    func displaced() async throws {
        for name in ["a", "b", "c"] { try save("\(name).png", 40, 40, name == "b" ? .blue : .red) }
        let harness = try AppHarness(screenSize: Size(20, 20))
        // One picture is kept at a time.
        let pictures = PictureFolders([folder.path], pixelLimit: 2000, keptPixels: 2000)
        pictures.decodesInBackground = true
        func pixels() throws -> [UInt32] {
            let surface = try drawn(120, 40, pictures: pictures) { canvas in
                for (index, name) in ["a", "b", "c"].enumerated() {
                    canvas.draw(Image(name: name, size: Size(40, 40)), in: Rect(Double(index) * 40, 0, 40, 40))
                }
            }
            return [surface[20, 20], surface[60, 20], surface[100, 20]]
        }
        for _ in 0..<20 {
            _ = try pixels()
            while pictures.isLoading { await harness.settle() }
        }
        #expect(try pixels() == [0xffff_0000, 0xff00_00ff, 0xffff_0000])
        #expect(!pictures.isLoading)
    }

    @Test("Of several files of a picture a broken one is left out, and the others are drawn")
    func brokenFile() throws {
        try save("a.png", 10, 10, .red)
        try save("a@2x.png", 20, 20, .blue)
        let path = folder.path + "/a@2x.png"
        try Data(Data(contentsOf: URL(fileURLWithPath: path)).prefix(40)).write(to: URL(fileURLWithPath: path))
        let pictures = PictureFolders([folder.path])
        var errors = 0
        pictures.onError = { _ in errors += 1 }
        for _ in 0..<2 {
            let surface = try drawn(10, 10, scale: 2, pictures: pictures) {
                $0.draw(Image(name: "a", size: Size(10, 10)), in: Rect(0, 0, 10, 10))
            }
            #expect(surface[9, 9] == 0xffff_0000)
        }
        #expect(errors == 1 && pictures.size(ofImageNamed: "a") == Size(10, 10))
    }

    @Test("Pictures made of pixels are not mistaken for others, and the cache keeps no pixels")
    func pixelsThatGo() throws {
        let pictures = PictureFolders([])
        for round in 0..<200 {
            let color: UInt32 = round % 2 == 0 ? 0xffff_0000 : 0xff00_00ff
            let object = try pixels([[color, color], [color, color]])
            weak let kept = object
            let surface = try drawn(1, 1, pictures: pictures) { $0.draw(Image(object), in: Rect(0, 0, 1, 1)) }
            #expect(surface[0, 0] == color && kept != nil)
        }
    }

    @Test("A picture that is forgotten by one of its names is drawn anew under all of them")
    func forgottenNames() throws {
        try save("a.png", 10, 10, .red)
        let pictures = PictureFolders([folder.path])
        var told: Set<String> = []
        pictures.onImagesChange = { told = $0 }
        func pixel(_ name: String) throws -> UInt32 {
            try drawn(10, 10, pictures: pictures) {
                $0.draw(Image(name: name, size: Size(10, 10)), in: Rect(0, 0, 10, 10))
            }[5, 5]
        }
        #expect(try pixel("a") == 0xffff_0000 && pixel("a.png") == 0xffff_0000)
        try save("a.png", 10, 10, .blue)
        pictures.forget("a")
        #expect(told == ["a", "a.png"])
        #expect(try pixel("a") == 0xff00_00ff && pixel("a.png") == 0xff00_00ff)
    }

    @Test("What is read while all is forgotten is read again, and the views that wait are told")
    func removedWhileLoading() async throws {
        try save("a.png", 10, 10, .red)
        let harness = try AppHarness(screenSize: Size(20, 20))
        let pictures = PictureFolders([folder.path])
        pictures.decodesInBackground = true
        var told: Set<String> = []
        pictures.onImagesChange = { told = $0 }
        func pixel() throws -> UInt32 {
            try drawn(10, 10, pictures: pictures) {
                $0.draw(Image(name: "a", size: Size(10, 10)), in: Rect(0, 0, 10, 10))
            }[5, 5]
        }
        #expect(try pixel() == 0)
        pictures.removeAll()
        #expect(told == ["a"] && !pictures.isLoading)
        #expect(try pixel() == 0)
        while pictures.isLoading { await harness.settle() }
        #expect(try pixel() == 0xffff_0000)
    }

    @Test("New bits under the same name are drawn after the name was forgotten")
    func forgotten() throws {
        try save("a.png", 10, 10, .red)
        let harness = try AppHarness(screenSize: Size(20, 20))
        let pictures = PictureFolders([folder.path])
        harness.application.imageProvider = pictures
        harness.add(ImageView(image: try #require(harness.application.image(named: "a"))))
        #expect(try harness.screenshot(pictures: pictures)[5, 5] == 0xffff_0000)
        try save("a.png", 10, 10, .blue)
        var presents = 0
        harness.application.onPresentScreen = { _ in presents += 1 }
        harness.settle()
        let before = presents
        pictures.forget("a")
        harness.settle()
        #expect(presents == before + 1)
        #expect(try harness.screenshot(pictures: pictures)[5, 5] == 0xff00_00ff)
    }

    @Test("Extents that make no sense draw something or nothing, and no pixel beside their place")
    func hostile() throws {
        let image = Image(try pixels([[0xffff_0000]]))
        let insets = [1e300, -1e300, .infinity, .nan, 0.3, 1e9]
        let surface = try drawn(8, 8) { canvas in
            for inset in insets {
                let edges = EdgeInsets(top: inset, left: inset, bottom: 1, right: 0)
                canvas.draw(image.resizable(capInsets: edges), in: Rect(2, 2, 4, 4))
                canvas.draw(image.resizable(capInsets: edges), in: Rect(2, 2, 0, 4))
            }
        }
        #expect(surface[1, 1] == 0 && surface[6, 6] == 0 && surface[3, 3] == 0xffff_0000)
        var tiny = image.resizable(capInsets: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1))
        tiny.size = Size(Double.leastNonzeroMagnitude, Double.leastNonzeroMagnitude)
        let full = try drawn(8, 8) { $0.draw(tiny, in: Rect(0, 0, 8, 8)) }
        #expect(full[4, 4] == 0xffff_0000)
        let huge = try drawn(8, 8) {
            $0.draw(
                image.resizable(capInsets: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)),
                in: Rect(0, 0, 20_000, 20_000)
            )
        }
        #expect(huge[7, 7] == 0xffff_0000)
    }
}
#endif
