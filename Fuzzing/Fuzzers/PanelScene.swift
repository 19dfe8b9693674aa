import ResponderKit
import ResponderSimulator
import ResponderTouchInput

/// An application whose views cover the panel, and take every finger.
@MainActor
final class PanelScene {
    let application: Application
    private let device: SimulatedDevice
    private let stories = TouchStories()

    init(size: Size) throws(Violation) {
        let device = SimulatedDevice(screenSize: size)
        let stories = stories
        application = try necessary {
            try device.launch(Application.self) { application in
                let window = Window(frame: Rect(origin: .zero, size: size), application: application)
                window.isMultipleTouchEnabled = true
                for (name, width) in [1.0, 0.5, 0.25].enumerated() {
                    let frame = Rect(0, 0, size.width * width, size.height)
                    let view = StoryView(name, stories, frame: frame)
                    view.isMultipleTouchEnabled = true
                    window.addSubview(view)
                }
                window.makeKeyAndVisible()
            }
        }
        self.device = device
    }

    /// How many touches the views hold.
    var heldCount: Int { stories.heldCount }

    /// Lets the application handle all frames that were sent.
    func settle() { device.settle() }

    /// Checks the calls for `contacts` contacts, after all senders have ended.
    func finish(contacts: Int) throws(Violation) {
        settle()
        try stories.finish()
        let (port, touches) = (application.touchPort.statistics, application.touchStatistics)
        let lost = port.droppedBegans + port.excessContacts + touches.excessTouches + touches.missedTouches
        try require(port.invalidLocations == 0, "\(port.invalidLocations) places that are not finite")
        try require(
            stories.beganCount + lost == contacts,
            "\(contacts) contacts, of which \(stories.beganCount) were heard of and \(lost) lost"
        )
        // On a screen of the smallest floating-point numbers, rounding may put places off the screen.
        let isUsable = min(device.screenSize.width, device.screenSize.height) > 1e-9
        try require(
            touches.missedTouches == 0 || !isUsable,
            "\(touches.missedTouches) touches missed a view that covers all"
        )
    }
}

/// A view whose calls are checked.
final class StoryView: View {
    private let name: Int
    private let stories: TouchStories

    init(_ name: Int, _ stories: TouchStories, frame: Rect) {
        (self.name, self.stories) = (name, stories)
        super.init(frame: frame)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { stories.heard(.began, touches, by: name) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { stories.heard(.moved, touches, by: name) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { stories.heard(.ended, touches, by: name) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        stories.heard(.cancelled, touches, by: name)
    }
}
