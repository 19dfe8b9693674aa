internal import ResponderKitTesting
internal import ResponderSupport

// Carries out the steps.
extension ScenarioRun {
    func perform(_ step: Step) async throws(ScenarioFailure) {
        let source = step.source
        device.watchForStandstill()
        switch step.command {
        case .expect(let expectations):
            for expectation in expectations { try await check(expectation) }
            return
        case .ignoreTrace:
            _ = takeLines(nil)
            return
        case .note: return
        case .wait(let duration): await device.advance(by: duration)
        case .device(let commands):
            for command in commands { try await perform(command, source) }
        case .fingers(let ticks): try await perform(ticks, source)
        default:
            let harness = try runningApp(for: source)
            do {
                try await perform(step.command, on: harness, source)
            } catch  where device.standstillReport != nil {
                // What went wrong does so because time stands still.
            } catch let error as ElementError {
                throw failure(at: source, Self.text(of: error))
            } catch let error as ScenarioFailure {
                throw error
            } catch {
                throw failure(at: source, "\(error)".inOneLine())
            }
        }
        try await becomeIdle(source)
    }

    private func perform(_ command: DeviceScript.Command, _ source: Step.Source) async throws(ScenarioFailure) {
        switch command {
        case .wait(let duration): await device.advance(by: duration)
        case .note: return
        case .perform(let action):
            do throws(DeviceError) {
                try device.perform(action)
            } catch {
                throw failure(at: source, "the device refuses \(action): \(error)")
            }
            await device.settle()
        }
    }

    /// Carries out a command that touches the app.
    private func perform(_ command: Step.Command, on harness: AppHarness, _ source: Step.Source) async throws {
        switch command {
        case .tap(.element(let query), let taps): try await harness.tap(query, taps: taps)
        case .tap(.point(let point), let taps): await harness.tap(at: point, taps: taps)
        case .longPress(let target, let duration):
            await harness.longPress(at: try await point(of: target, harness), for: duration)
        case .type(let text, let query): try await type(text, into: query, harness, source)
        case .drag(let start, let end, let duration):
            let from = try await point(of: start, harness)
            await harness.drag(from: from, to: try await point(of: end, from: from, harness), for: duration)
        case .swipe(let direction, let target):
            let middle = Point(device.screenSize.width / 2, device.screenSize.height / 2)
            await harness.swipe(direction, from: try await point(of: target ?? .point(middle), harness))
        case .pinch(let target, let scale):
            await harness.pinch(at: try await point(of: target, harness), scale: scale)
        case .rotate(let target, let radians):
            await harness.rotate(at: try await point(of: target, harness), by: radians)
        case .scroll(let query): try await harness.scroll(to: query)
        case .wheel(let target, let delta):
            harness.wheel(by: delta, at: try await point(of: target, harness))
            await harness.settle()
        case .hover(let target):
            let place: Point? = if let target { try await point(of: target, harness) } else { nil }
            guard place != nil || pointer?.isInside == true else {
                throw failure(at: source, "the pointer is not over the screen; bring it there by hover")
            }
            let pointer = pointer ?? harness.pointer()
            self.pointer = pointer
            if let place {
                _ = pointer.isInside ? pointer.move(to: place) : pointer.enter(at: place)
            } else {
                pointer.exit()
            }
            await harness.settle()
        case .waitFor(let query, let limit): try await harness.wait(for: query, upTo: limit)
        case .fingers, .device, .wait, .expect, .ignoreTrace, .note: break
        }
    }

    /// Where a finger touches a target, now that the app has done what is due.
    private func point(of target: Step.Target, _ harness: AppHarness) async throws(ElementError) -> Point {
        await harness.settle()
        switch target {
        case .point(let point): return point
        case .element(let query): return try harness.target(query).point
        }
    }

    /// Where a finger goes from a point.
    private func point(
        of destination: Step.Destination,
        from start: Point,
        _ harness: AppHarness
    ) async throws(ElementError) -> Point {
        switch destination {
        case .target(let target): try await point(of: target, harness)
        case .offset(let offset): Point(start.x + offset.x, start.y + offset.y)
        }
    }

    // MARK: Typing

    private func type(
        _ text: String,
        into query: ElementQuery?,
        _ harness: AppHarness,
        _ source: Step.Source
    ) async throws {
        if let query {
            // Nothing is typed yet: a character without a key would stop the process.
            try await harness.type("", into: query)
        }
        await harness.settle()
        if harness.screenKeyboard.isShown {
            do throws(KeyProblem) {
                return try await harness.screenKeyboard.typeOrThrow(text)
            } catch {
                throw failure(at: source, "the text is not typed to its end: \(error.text)")
            }
        }
        do throws(DeviceError) {
            try device.perform(.type(text))
        } catch {
            throw failure(at: source, "the text cannot be typed: \(error)")
        }
        await harness.settle()
    }

    // MARK: Ticks

    /// The time between two frames of fingers that move.
    private static let frame = Duration.nanoseconds(16_666_667)

    private func perform(_ fingers: [[Step.Tick]], _ source: Step.Source) async throws(ScenarioFailure) {
        let count = fingers.map(\.count).max() ?? 0
        for tick in 0..<count {
            let actions = fingers.enumerated().compactMap { finger, ticks in
                ticks.indices.contains(tick) ? (finger: finger, tick: ticks[tick]) : nil
            }
            try await perform(actions, source)
        }
    }

    /// A finger that moves during a tick.
    private struct Move {
        let finger: Finger
        let start: Point
        let end: Point
        let duration: Duration

        func place(after time: Duration) -> Point {
            let share = min(1, time / duration)
            return Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
        }
    }

    /// One tick: what begins and ends does so in its first frame; moves last as long as they say.
    private func perform(
        _ actions: [(finger: Int, tick: Step.Tick)],
        _ source: Step.Source
    ) async throws(ScenarioFailure) {
        let harness = try runningApp(for: source)
        var begins: [@MainActor () -> Void] = []
        var moves: [Move] = []
        for (number, tick) in actions {
            while fingers.count <= number { fingers.append(harness.finger()) }
            let finger = fingers[number]
            if case .pause = tick { continue }
            let isDown = if case .down = tick { true } else { false }
            guard finger.isDown != isDown else {
                let problem = isDown ? "is down already" : "is not down"
                throw failure(at: source, "finger \(number + 1) \(problem), counted from 1")
            }
            do throws(ElementError) {
                switch tick {
                case .down(let target):
                    let point = try await point(of: target, harness)
                    begins.append { finger.down(at: point) }
                case .move(let destination, let duration):
                    let end = try await point(of: destination, from: finger.location, harness)
                    if duration > .zero {
                        moves.append(Move(finger: finger, start: finger.location, end: end, duration: duration))
                    } else {
                        begins.append { finger.move(to: end) }
                    }
                case .up: begins.append { finger.up() }
                case .cancel: begins.append { finger.cancel() }
                case .pause: break
                }
            } catch {
                throw failure(at: source, "\(error)")
            }
        }
        harness.together { for begin in begins { begin() } }
        await harness.settle()
        let duration = actions.map(\.tick.duration).max() ?? .zero
        try await perform(moves, until: duration, harness, source)
    }

    private func perform(
        _ moves: [Move],
        until duration: Duration,
        _ harness: AppHarness,
        _ source: Step.Source
    ) async throws(ScenarioFailure) {
        var time = Duration.zero
        while time < duration {
            let next = moves.isEmpty ? duration : min(duration, time + Self.frame)
            await harness.advance(by: next - time)
            let former = time
            time = next
            // The app may have ended meanwhile, and with it the fingers.
            guard self.harness === harness else { return }
            harness.together {
                for move in moves where former < move.duration && move.finger.isDown {
                    move.finger.move(to: move.place(after: time))
                }
            }
            await harness.settle()
        }
    }
}
