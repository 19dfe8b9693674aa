/// The parts of the package that are fed with arbitrary bytes.
public enum Fuzzer: String, CaseIterable, Sendable {
    /// Events of a panel, through the decoder and a touch port to the views of an application.
    case evdev
    /// Recordings in evemu's format: a recording that can be read is written, and read again.
    case evemu
    /// Frames of notifications over a socket, in any portions.
    case frames
    /// Files of interfaces, made into trees.
    case interface
    /// Events of a keyboard, a mouse or both, through the decoders and a touch port to an application.
    case keys
    /// A panel's device: its bytes in any portions, its answers, and its end at any point.
    case panel
    /// Recordings as getevent prints them, checked like those of evemu.
    case getevent
    #if Cairo
    /// Pictures, by the trait Cairo.
    case png
    #endif
    /// Scenarios, as JSON and as YAML.
    case scenario
    /// Scripts for a device, parsed and run.
    case script
    /// Recordings of an app, read and replayed.
    case session
    /// Files of saved states, read and restored.
    case state
    /// Trees of responders that change inside handlers, under fingers.
    case tree
    /// Recordings in libinput's YAML, checked like those of evemu.
    case yaml

    /// Runs the part on `bytes`, in virtual time.
    ///
    /// - Throws: ``Violation``, where a promise was broken.
    /// - Complexity: O(number of bytes) steps, each as costly as what the bytes choose; allocates the part's fixtures.
    @MainActor
    public func run(_ bytes: [UInt8]) throws(Violation) {
        switch self {
        case .evdev:
            var run = PanelRun(bytes)
            try run.run()
        case .evemu, .getevent: try RecordingRun(bytes).run()
        case .frames: try FramesRun(bytes).run()
        case .interface: try InterfaceRun(bytes).run()
        case .keys:
            var run = KeysRun(bytes)
            try run.run()
        case .panel:
            var run = try PanelDeviceRun(bytes)
            try run.run()
        #if Cairo
        case .png: try PNGRun(bytes).run()
        #endif
        case .scenario: try ScenarioFileRun(bytes).run()
        case .script: try ScriptRun(bytes).run()
        case .session: try SessionRun(bytes).run()
        case .state: try StateRun(bytes).run()
        case .tree: try TreeRun(bytes).run()
        case .yaml: try RecordingRun(bytes).runLibinput()
        }
    }
}

/// A promise that was broken.
public struct Violation: Error, CustomStringConvertible {
    /// The promise, and the place.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Throws a violation where a condition does not hold.
func require(_ holds: Bool, _ problem: @autoclosure () -> String) throws(Violation) {
    if !holds { throw Violation(problem()) }
}

/// The value of a call that should not fail here, such as making a loop.
@MainActor
func necessary<Value>(_ body: () throws -> Value) throws(Violation) -> Value {
    do { return try body() } catch { throw Violation("\(error)") }
}
