import ResponderKit
import ResponderScenarios
import TestSupport
import Testing

@testable import ResponderFuzzing

/// How many random apps are acted on; `RESPONDERKIT_MODEL_SEEDS` sets another number.
private let seeds = environment("RESPONDERKIT_MODEL_SEEDS") ?? UInt64(8)

@MainActor
@Suite("Random apps under the fuzzer's monkey")
struct RandomAppTests {
    private var apps: ScenarioApps {
        var apps = ScenarioApps()
        apps.registerRandomApps()
        return apps
    }

    private func outcome(_ seed: UInt64, steps: Int = 60) async -> FuzzOutcome {
        let request = FuzzRequest(app: AppName(seed: seed).text, .monkey(seed: seed, steps: steps))
        return await FuzzRun.outcome(of: request, apps: apps)
    }

    @Test("No checker finds anything in random apps, and the steps of a run make the same run once more")
    func clean() async {
        for seed in 1...seeds {
            let outcome = await outcome(seed)
            #expect(outcome.failure == nil, "seed \(seed)")
            #expect(outcome.steps.count > 60 && outcome.refused.count < 20, "seed \(seed)")
            let again = FuzzRequest(app: AppName(seed: seed).text, .steps(outcome.steps))
            #expect(await FuzzRun.outcome(of: again, apps: apps).digest == outcome.digest, "seed \(seed)")
        }
    }

    @Test("Another seed makes another run")
    func seedsDiffer() async {
        let (first, second) = (await outcome(1, steps: 5), await outcome(2, steps: 5))
        #expect(first.digest != second.digest)
        #expect(first.steps != second.steps)
    }

    @Test("An application of one's own that something keeps alive after its end is found")
    func kept() async {
        var kept: [Application] = []
        var apps = apps
        apps.register("keeper") { window in
            if let application = window.application { kept.append(application) }
        }
        let request = FuzzRequest(app: "keeper", .monkey(seed: 1, steps: 3))
        let outcome = await FuzzRun.outcome(of: request, apps: apps)
        let message = "the application is still alive after the end of the app"
        #expect(outcome.failure == FuzzOutcome.Failure(kind: "leaks", message: message))
        kept = []
    }

    @Test("A step waits for the device in the same way, whether or not anyone has looked at the app before")
    func waiting() async {
        let steps = [#"{"device": "kill fuzz-7-i"}"#, #"{"device": "launch fuzz-7-i"}"#, #"{"wait": "1s"}"#]
        let apps = apps
        func digest(looks: Bool) async -> String {
            let watch = AppWatch()
            let session = ScenarioSession(
                app: "fuzz-7-i",
                apps: apps,
                screenSize: FuzzRequest.usualScreen,
                watch: watch
            )
            _ = await session.launch()
            for step in steps {
                if looks { _ = session.harness }
                _ = await session.perform(step)
            }
            _ = await session.end()
            return watch.log.digest.text
        }
        #expect(await digest(looks: true) == digest(looks: false))
    }

    @Test("A run as the file of a scenario is carried out by the program of scenarios, and read again")
    func scenario() async throws {
        let outcome = await outcome(3)
        let request = FuzzRequest(app: "fuzz-3", .steps(outcome.effectiveSteps))
        let text = ScenarioText.text(name: "a \"name\"", request, steps: outcome.effectiveSteps)
        #expect(ScenarioText.request(in: Array(text.utf8)) == request)
        let file = try TemporaryFile(".json", containing: text)
        let report = await apps.report(on: file.path)
        #expect(report.failure == nil)
        #expect(report.steps == outcome.effectiveSteps.count)
        #expect(report.name == "a \"name\"")
    }
}
