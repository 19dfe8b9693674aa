internal import ResponderKitTesting
internal import ResponderSimulator

/// A step of a scenario, with its place in a file.
struct Step: Sendable {
    let source: Source
    let command: Command

    /// Where something of a scenario is written.
    struct Source: Hashable, Sendable {
        let file: String
        let line: Int
        let column: Int
    }

    /// What a finger touches: an element, or a point of the screen.
    enum Target: Sendable {
        case element(ElementQuery)
        case point(Point)
    }

    enum Command: Sendable {
        case tap(Target, taps: Int)
        case longPress(Target, for: Duration)
        case type(String, into: ElementQuery?)
        case drag(Target, to: Destination, for: Duration)
        case swipe(AppHarness.SwipeDirection, over: Target?)
        case pinch(Target, scale: Double)
        case rotate(Target, radians: Double)
        case scroll(ElementQuery)
        case fingers([[Tick]])
        case wheel(Target, by: Point)
        /// A pointer comes over a target, or goes away.
        case hover(Target?)
        case device([DeviceScript.Command])
        case wait(Duration)
        case waitFor(ElementQuery, upTo: Duration)
        case expect([Expectation])
        /// Leaves the lines of the trace so far out of what is compared later.
        case ignoreTrace
        case note(String)
    }

    enum Destination: Sendable {
        case target(Target)
        case offset(Point)
    }

    /// What one finger does during a tick (an action of one input source in W3C's Actions).
    enum Tick: Sendable {
        case down(Target)
        case move(Destination, for: Duration)
        case up
        case cancel
        case pause(Duration)

        /// How long the finger takes.
        var duration: Duration {
            switch self {
            case .move(_, for: let duration), .pause(let duration): duration
            case .down, .up, .cancel: .zero
            }
        }
    }
}

/// What a scenario expects at a moment.
struct Expectation: Sendable {
    let source: Step.Source
    let kind: Kind

    enum Kind: Sendable {
        case element(ElementQuery, Wanted)
        case hidden(ElementQuery)
        case count(ElementQuery, Int)
        case trace(TraceLines, kinds: Set<EventTrace.Kind>?)
        case traceHas([String])
        case state(String)
        case picture(String)
    }

    /// What is known of an element; nil for what is not asked.
    struct Wanted: Sendable {
        var isVisible = true
        var label: String?
        var value: String?
        var isEnabled: Bool?
        var isSelected: Bool?
        var isFocused: Bool?
        var isEditing: Bool?
        var isReachable: Bool?
    }

    /// Where the lines of a trace are written.
    enum TraceLines: Sendable {
        /// In the scenario, with the bytes of its file that are the list; nil where the file cannot be rewritten.
        case here([String], bytes: Range<Int>?)
        /// In a file of their own.
        case file(String)
    }
}
