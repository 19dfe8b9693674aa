internal import ResponderInterface
package import ResponderKit
package import ResponderKitTesting
package import ResponderSimulator

/// A scenario whose steps are not known in advance: each is decided when the former one is over.
@MainActor
package final class ScenarioSession {
    /// What became of a step.
    package enum Outcome {
        case done
        /// The step could not be carried out, such as an unlocking where nothing is locked.
        case refused(ScenarioFailure)
        /// The step has shown that something is wrong.
        case failed(ScenarioFailure)
    }

    /// A step is over when nothing is due within this time, which is shorter than a control's repetitions.
    package nonisolated static let stepTime = Duration.milliseconds(50)

    private let run: ScenarioRun
    private var count = 0

    /// A session with an app, which is launched by ``launch()``.
    ///
    /// - Parameters:
    ///   - app: The name of the app.
    ///   - apps: The registered apps.
    ///   - screenSize: The extent of the screen in points.
    ///   - watch: What looks on, instead of what `apps` makes; nil for nothing.
    package init(app: String, apps: ScenarioApps, screenSize: Size, watch: (any ScenarioWatch)?) {
        var apps = apps
        apps.makeWatch = { _ in watch }
        let scenario = Scenario(
            file: "session",
            name: app,
            app: .registered(app, Step.Source(file: "session", line: 0, column: 1)),
            screenSize: screenSize,
            stepTime: Self.stepTime,
            steps: [],
            folder: ScenarioFolder.none,
            texts: [:]
        )
        run = ScenarioRun(scenario, apps: apps, options: ScenarioOptions())
    }

    /// The device.
    package var device: SimulatedDevice { run.device }
    /// The harness of the app that runs; nil where it does not run.
    package var harness: AppHarness? { run.harness }

    /// Launches the app; returns why that fails.
    package func launch() async -> ScenarioFailure? {
        do throws(ScenarioFailure) { try await run.launchApp() } catch { return error }
        return nil
    }

    /// Carries out a step.
    ///
    /// - Parameter text: The step as in a scenario's file.
    package func perform(_ text: String) async -> Outcome {
        count += 1
        let step: Step
        do throws(Problem) {
            let value = try JSONReader.read(Array(text.utf8))
            let (member, place) = try StepReader.command(of: value, at: .root)
            let command = try StepReader.read(member.key, member.value, at: place, in: "session")
            step = Step(source: Step.Source(file: "session", line: count, column: 1), command: command)
        } catch {
            return .refused(ScenarioFailure(kind: .unreadable, file: "session", line: count, message: error.text))
        }
        do throws(ScenarioFailure) {
            try await run.carryOut(step)
            return .done
        } catch {
            // An app that always has something to do is no fault of it, unless time stands still.
            if error.kind == .busy, run.device.standstillReport?.isStandstill == true { return .failed(error) }
            // What is wrong stays wrong, so a refusal does not hide it.
            return run.problem.map { .failed(run.failure(at: step.source, $0)) } ?? .refused(error)
        }
    }

    /// Ends the app and switches the device off; returns what was found wrong then.
    package func end() async -> ScenarioFailure? { await run.end() }
}
