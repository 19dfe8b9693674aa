import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Mistakes with a scroll view stop the process")
struct ScrollMistakeTests {
    @Test("A size, an inset or a scale that is no sound number stops the process")
    func numbers() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            ScrollView(frame: .zero).contentSize = Size(100, .nan)
        }
        result.expectMessage("the content of ScrollView cannot have the size")
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            ScrollView(frame: .zero).contentSize = Size(-1, 5)
        }
        result.expectMessage("the content of ScrollView cannot have the size")
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            ScrollView(frame: .zero).contentInset = EdgeInsets(top: .infinity, left: 0, bottom: 0, right: 0)
        }
        result.expectMessage("the content of ScrollView cannot have the insets")
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            ScrollView(frame: .zero).maximumZoomScale = 0
        }
        result.expectMessage("ScrollView cannot have the zoom scale 0")
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            ScrollView(frame: .zero).zoomScale = .nan
        }
        result.expectMessage("ScrollView cannot have the zoom scale nan")
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            ScrollView(frame: .zero).maximumZoomScale = 1e7
        }
        result.expectMessage("it is between a millionth and a million")
    }

    @Test("A scroll view's rate or delay that is no sound one stops the process")
    func rates() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            _ = DecelerationRate(rawValue: 1)
        }
        result.expectMessage("a deceleration rate lies between 0 and 1, and is not 1")
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            ScrollView(frame: .zero).contentTouchDelay = .milliseconds(-1)
        }
        result.expectMessage("it is at least zero")
    }
}
