internal import ResponderCore
public import ResponderKit
internal import ResponderSupport

/// Writes a recording of an app as a scenario, for a test that people read and change.
///
/// Each touch names what a person would name: the element's identifier, or else its label, or else the point. Taps and
/// typed texts are one step each; all other touches are steps of fingers, with fewer moves than in the recording. What
/// the host says becomes a step of the device where there is one, and a note otherwise.
@MainActor
public enum ScenarioExport {
    /// The text of a scenario, with its steps.
    ///
    /// The app is replayed for that. Where the recording's beginning is gone, it cannot be: then each touch names its
    /// point, and the first step is a note that says so.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - app: The app's name in scenarios.
    ///   - applicationClass: The class of the application.
    ///   - delegateClass: The class of the delegate; nil where the application is its own delegate, or has none.
    ///   - manifest: The app's manifest; nil for that of the delegate's class.
    ///   - configure: Called before the launch, as by `SessionReplay`.
    /// - Throws: `SessionRecordingError` if the recording is one of another app.
    /// - Complexity: That of the replay; for each touch, linear in the elements on the screen. Allocates the text.
    public static func text(
        of recording: SessionRecording,
        app: String,
        _ applicationClass: Application.Type = Application.self,
        delegateClass: (any EntryPointDelegate.Type)? = nil,
        manifest: Manifest? = nil,
        configure: ((Application) -> Void)? = nil
    ) throws -> String {
        let writer = ScenarioWriter()
        if recording.isBeginningGone {
            writer.note("the beginning of the recording is gone: \(recording.summary.turnsGone) turns")
            recording.readInputs(onFrame: { writer.note($0, in: nil) }, onMessage: { writer.note($0, at: $1) })
            return text(of: writer, app: app, screen: writer.extent)
        }
        var screen = Size.zero
        var watch = SessionReplay.Watch()
        watch.onFrame = {
            writer.note($0, in: $1)
            if let window = $1.keyWindow { screen = window.frame.size }
        }
        watch.onMessage = { writer.note($0, at: $1.runLoop.now) }
        _ = try SessionReplay.run(
            recording,
            applicationClass,
            delegateClass: delegateClass,
            manifest: manifest,
            interfaceLoader: nil,
            watch: watch,
            configure: configure
        )
        return text(of: writer, app: app, screen: screen)
    }

    private static func text(of writer: ScenarioWriter, app: String, screen: Size) -> String {
        let steps = writer.finish().map { "    \($0)" }.joined(separator: ",\n")
        let size = screen == .zero ? Scenario.usualScreen : screen
        return """
            {
              "app": \(app.quotedForJSON()),
              "screen": [\(size.width.shortText), \(size.height.shortText)],
              "steps": [
            \(steps)
              ]
            }

            """
    }
}
