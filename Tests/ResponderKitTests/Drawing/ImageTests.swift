import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Images")
struct ImageTests {
    private final class Provider: ImageProvider {
        var sizes: [String: Size] = [:]
        var onImagesChange: (@MainActor (Set<String>) -> Void)?

        func size(ofImageNamed name: String) -> Size? { sizes[name] }
    }

    /// A view that counts how often it draws its images.
    private final class Pictures: View {
        var images: [Image] = []
        private(set) var draws = 0

        override func draw(_ rect: Rect, in canvas: any Canvas) {
            draws += 1
            for image in images { canvas.draw(image, in: bounds) }
        }
    }

    @Test("Pixels are as many as their extent says, and are equal if they are the same object")
    func pixels() throws {
        #expect(ImagePixels(width: 2, height: 2, values: [1, 2, 3]) == nil)
        #expect(ImagePixels(width: 0, height: 0, values: []) == nil)
        #expect(ImagePixels(width: -1, height: -1, values: [1]) == nil)
        #expect(ImagePixels(width: .max, height: 2, values: []) == nil)
        let one = try #require(ImagePixels(width: 4, height: 2, values: Array(repeating: 0, count: 8)))
        let other = try #require(ImagePixels(width: 4, height: 2, values: one.values))
        #expect(one == one && one != other)
        #expect(Image(one, scale: 2).size == Size(2, 1) && Image(one, scale: .nan).size == Size(4, 2))
        #expect(Image(one) == Image(one) && Image(one) != Image(other))
        #expect(Image(one).tinted(.red) != Image(one))
    }

    @Test("An image with a name has the provider's size; without a provider there is none")
    func provider() throws {
        let harness = try AppHarness()
        #expect(harness.application.image(named: "logo") == nil)
        let provider = Provider()
        provider.sizes["logo"] = Size(30, 20)
        harness.application.imageProvider = provider
        #expect(harness.application.image(named: "logo") == Image(name: "logo", size: Size(30, 20)))
        #expect(harness.application.image(named: "none") == nil)
        harness.application.imageProvider = nil
        #expect(provider.onImagesChange == nil)
    }

    @Test("When pictures change, the views draw again that have drawn one of them, in an image or in a paint")
    func changes() throws {
        let harness = try AppHarness()
        let provider = Provider()
        harness.application.imageProvider = provider
        let pixels = try #require(ImagePixels(width: 1, height: 1, values: [0]))
        var views: [Pictures] = []
        let named = Image(name: "a", size: Size(1, 1))
        for images in [[named], [Image(name: "b", size: Size(1, 1))], [Image(pixels, name: "a")], []] {
            let view = harness.add(Pictures(frame: Rect(0, 0, 50, 50)))
            view.images = images
            views.append(view)
        }
        let painted = harness.add(Painted(frame: Rect(0, 0, 50, 50)))
        harness.settle()
        #expect(views.map(\.draws) == [1, 1, 1, 1] && painted.draws == 1)
        provider.onImagesChange?(["a", "c"])
        harness.settle()
        #expect(views.map(\.draws) == [2, 1, 1, 1] && painted.draws == 2)
    }

    private final class Painted: View {
        private(set) var draws = 0

        override func draw(_ rect: Rect, in canvas: any Canvas) {
            draws += 1
            canvas.fill(bounds, with: Paint.image(Image(name: "c", size: Size(1, 1)), in: bounds))
        }
    }

    @Test(
        "A picture that does not fill its view stands where its alignment says",
        arguments: ImageView.Alignment.allCases
    )
    func alignment(_ alignment: ImageView.Alignment) throws {
        let view = ImageView(image: Image(name: "a", size: Size(20, 10)))
        view.frame = Rect(0, 0, 100, 100)
        view.scaling = .none
        view.alignment = alignment
        let place = try #require(view.imageRect)
        let xs: [ImageView.Alignment: Double] = [
            .left: 0, .topLeft: 0, .bottomLeft: 0, .right: 80, .topRight: 80, .bottomRight: 80,
        ]
        let ys: [ImageView.Alignment: Double] = [
            .top: 0, .topLeft: 0, .topRight: 0, .bottom: 90, .bottomLeft: 90, .bottomRight: 90,
        ]
        #expect(place == Rect(xs[alignment] ?? 40, ys[alignment] ?? 45, 20, 10))
        view.scaling = .stretch
        #expect(view.imageRect == view.bounds)
    }
}
