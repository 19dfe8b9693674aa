internal import ResponderKit
internal import ResponderKitTesting
internal import ResponderScenarios
internal import ResponderSimulator
internal import ResponderSupport

/// Carries out one request: launches the app, does the steps, ends everything, and tells what happened by lines.
@MainActor
enum FuzzRun {
    /// - Parameter send: Gets each step before it is carried out, so that it is known even if the process ends in it;
    ///   then what was wrong; and in the end the digest.
    static func perform(_ request: FuzzRequest, apps: ScenarioApps, send: (String) -> Void) async {
        let watch = AppWatch()
        watch.log.keepsAll = request.wantsLog
        let failure = await perform(request, apps, watch, send)
        if let failure { send("failure \(failure.inOneLine())") }
        if request.wantsLog { for line in watch.log.tail { send("log \(line.inOneLine())") } }
        send("digest \(watch.log.digest.text)")
    }

    /// As above, for who wants the outcome.
    static func outcome(of request: FuzzRequest, apps: ScenarioApps) async -> FuzzOutcome {
        var outcome = FuzzOutcome()
        await perform(request, apps: apps) { _ = outcome.take($0) }
        return outcome
    }

    private static func perform(
        _ request: FuzzRequest,
        _ apps: ScenarioApps,
        _ watch: AppWatch,
        _ send: (String) -> Void
    ) async -> String? {
        let session = ScenarioSession(app: request.app, apps: apps, screenSize: request.screen, watch: watch)
        var failure = await session.launch().map(text)
        if failure == nil {
            switch request.source {
            case .steps(let steps):
                for step in steps where failure == nil { failure = await perform(step, session, send) }
            case .monkey(let seed, let count):
                var monkey = Monkey(seed: seed, app: request.app, screen: request.screen)
                for _ in 0..<count where failure == nil {
                    watch.isAsking = true
                    let places = places(of: session)
                    watch.isAsking = false
                    let step = monkey.next(places ?? [], isRunning: places != nil)
                    failure = await perform(step.text, session, send)
                }
                for step in monkey.lastSteps where failure == nil {
                    failure = await perform(step.text, session, send)
                }
            }
        }
        let last = await session.end().map(text)
        return failure ?? last
    }

    private static func perform(_ step: String, _ session: ScenarioSession, _ send: (String) -> Void) async -> String? {
        send("step \(step)")
        switch await session.perform(step) {
        case .done: return nil
        case .refused:
            send("refused")
            return nil
        case .failed(let failure): return text(failure)
        }
    }

    private static func text(_ failure: ScenarioFailure) -> String {
        failure.kind == .failed ? failure.message : "\(failure.kind.rawValue): \(failure.message)"
    }

    /// The middles of the elements that can be touched; nil where the app does not run.
    private static func places(of session: ScenarioSession) -> [Point]? {
        guard let harness = session.harness else { return nil }
        let screen = Rect(origin: .zero, size: session.device.screenSize)
        return harness.application.elementTree().compactMap { element in
            let middle = Point(element.frame.midX, element.frame.midY)
            return screen.contains(middle) ? middle : nil
        }
    }
}
