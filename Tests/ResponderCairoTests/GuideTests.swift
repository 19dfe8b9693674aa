#if Cairo
import Foundation
import ResponderCairo
import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

// The examples of the guide, which Scripts/check-snippets does not compile, since they need the trait.

/// Writes a picture of the app's screen, and ends.
final class PictureOfScreen: Responder, EntryPointDelegate {
    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        application.textMeasurer = PangoTextMeasurer.shared
        application.controlAppearance = FilledAppearance(.dark)
        let window = Window(frame: Rect(0, 0, 320, 240), application: application)
        window.backgroundColor = application.controlAppearance.background
        let title = Label(frame: Rect(16, 16, 288, 24))
        title.text = "Garden"
        let note = Label(frame: Rect(16, 44, 288, 20))
        note.text = "Eight beds, two of them dry"
        var style = application.controlAppearance.textStyle
        (style.fontSize, style.color) = (14, application.controlAppearance.secondaryText)
        note.style = style
        for label in [title, note] { window.addSubview(label) }
        window.makeKeyAndVisible()
        return true
    }

    func applicationDidBecomeActive(_ application: Application) {
        do throws(CairoError) {
            try application.rendered(size: Size(320, 240), scale: 2).writePNG(to: "screen.png")
        } catch {
            print(error)
        }
        application.terminate()
    }
}

@MainActor
func savePictures(of application: Application, in folder: String) throws {
    let window = Window(frame: Rect(0, 0, 320, 240), application: application)
    application.textMeasurer = PangoTextMeasurer.shared
    let label = Label(frame: Rect(20, 20, 280, 40))
    label.text = "Hello"
    window.backgroundColor = .white
    window.addSubview(label)
    window.makeKeyAndVisible()

    try window.rendered(scale: 2).writePNG(to: folder + "/window.png")
    try application.rendered(size: Size(320, 240)).writePNG(to: folder + "/screen.png")
}

@MainActor
func present(
    _ application: Application,
    size: Size,
    scale: Double,
    on display: UnsafeMutableRawBufferPointer,
    bytesPerRow: Int
) throws {
    let surface = try CairoSurface(size: size, scale: scale)
    let canvas = CairoCanvas(surface, pictures: PictureFolders(["/usr/share/example/pictures"]))
    application.setScreen(Screen(size: size, scale: scale, alignsScrollingToPixels: true))
    application.textMeasurer = canvas.fonts
    var moved: [Rect] = []
    application.onScrollScreen = { rect, offset in
        surface.copy(rect, by: offset)
        moved.append(rect.offsetBy(dx: offset.x, dy: offset.y))
    }
    application.onPresentScreen = { [weak application] rects in
        application?.render(in: canvas, rects: rects, background: .white)
        for rect in moved + rects { surface.copyPixels(in: rect, to: display, bytesPerRow: bytesPerRow) }
        moved = []
    }
}

@MainActor
func addLogo(to window: Window, of application: Application) {
    let pictures = PictureFolders(["/usr/share/example/pictures"])
    pictures.decodesInBackground = true
    application.imageProvider = pictures
    guard let logo = application.image(named: "icons/logo") else { return }
    let view = ImageView(image: logo.tinted(.orange))
    view.scaling = .fit
    view.alignment = .bottomRight
    window.addSubview(view)
}

@MainActor
@Test("The lamp is red after a tap")
func lamp() throws {
    let harness = try AppHarness(screenSize: Size(100, 100))
    let lamp = harness.add(View(frame: Rect(10, 10, 20, 20)))
    let tap = TapGestureRecognizer()
    tap.addAction { [unowned lamp] _ in lamp.backgroundColor = .red }
    lamp.addGestureRecognizer(tap)
    harness.tap(at: Point(20, 20))
    let picture = try harness.screenshot()
    #expect(picture[20, 20] == 0xffff_0000 && picture[40, 40] == 0xffff_ffff)
}

@Suite("The guide of ResponderCairo")
@MainActor
struct GuideTests {
    @Test("The examples of the guide are the functions of this file")
    func sameText() throws {
        let tests = URL(fileURLWithPath: #filePath)
        let root = tests.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appendingPathComponent("Sources/ResponderCairo/ResponderCairo.docc/ResponderCairo.md")
        let source = try String(contentsOf: tests, encoding: .utf8)
        let examples = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\nimport ")
            .dropFirst().compactMap { $0.components(separatedBy: "```").first }
        #expect(examples.count == 5)
        for example in examples {
            let function = try #require(example.range(of: "\n\n"))
            #expect(source.contains(example[function.upperBound...]))
        }
    }

    @Test("The example that saves pictures writes a window and the screen, with text")
    func pictures() throws {
        let folder = TemporaryFolder()
        let harness = try AppHarness(screenSize: Size(320, 240))
        try savePictures(of: harness.application, in: folder.path)
        for (name, width) in [("window", 640), ("screen", 320)] {
            let picture = try CairoSurface(contentsOfPNG: "\(folder.path)/\(name).png")
            #expect(picture.pixelWidth == width && picture[width - 1, 0] == .max)
            #expect(pixels(picture).contains { $0 != .max })
        }
    }

    @Test("The example that presents copies what has changed to the display, and nothing else")
    func presents() async throws {
        let harness = try AppHarness(screenSize: Size(100, 50))
        harness.window.backgroundColor = .white
        let view = harness.add(View(frame: Rect(10, 10, 5, 5)))
        let display = UnsafeMutableRawBufferPointer.allocate(byteCount: 200 * 100 * 4, alignment: 8)
        defer { display.deallocate() }
        display.initializeMemory(as: UInt8.self, repeating: 7)
        try present(harness.application, size: Size(100, 50), scale: 2, on: display, bytesPerRow: 800)
        await harness.advance(by: .seconds(1))
        #expect(display.allSatisfy { $0 == 255 })
        display.initializeMemory(as: UInt8.self, repeating: 7)
        view.backgroundColor = .black
        await harness.advance(by: .seconds(1))
        for y in 0..<100 {
            for x in 0..<200 {
                let isInView = 20..<30 ~= x && 20..<30 ~= y
                let pixel = display.load(fromByteOffset: y * 800 + x * 4, as: UInt32.self)
                #expect(pixel == (isInView ? 0xff00_0000 : 0x0707_0707))
            }
        }
    }
}
#endif
