internal import ResponderKit

/// What fingers do in the course of a gesture: frames with their times, made before the first one is sent.
struct FingerMotion {
    enum Step {
        /// The fingers come down, each at its point.
        case down([Point])
        /// The fingers move, each to its point.
        case move([Point])
        /// The fingers are lifted where they are.
        case up
    }

    /// The gesture that the motion belongs to.
    let call: GestureCall
    /// How many fingers the motion has.
    let fingers: Int
    /// The steps of all fingers, one frame each, with their times since the motion's begin.
    private(set) var frames: [(time: Duration, step: Step)] = []
    private var time = Duration.zero

    init(_ call: GestureCall, fingers: Int) {
        self.call = call
        self.fingers = fingers
    }

    mutating func down(at points: [Point]) { frames.append((time, .down(points))) }

    mutating func up() { frames.append((time, .up)) }

    mutating func wait(_ duration: Duration) { time += duration }

    /// Moves the fingers for `duration`, with as many moves as `rate` gives, evenly spread; the last one comes at the
    /// end, so that the fingers always arrive.
    ///
    /// `places` has the fingers' points for a fraction of the way. The fraction of the last move is exactly 1.
    mutating func move(for duration: Duration, rate: Int, _ places: (_ fraction: Double) -> [Point]) {
        call.check("movesPerSecond", rate, upTo: 1000)
        let count = max(1, Int((duration / .seconds(1) * Double(rate)).rounded()))
        for number in 1...count {
            let step = Step.move(places(Double(number) / Double(count)))
            frames.append((time + duration * number / count, step))
        }
        time += duration
    }
}

extension FingerScreen {
    /// Does the motion's steps at their times, without main-actor jobs in between; returns when the last step has been
    /// delivered.
    func play(_ motion: FingerMotion, with fingers: [Finger]) {
        let begin = begin(motion)
        for frame in motion.frames {
            device.advance(by: timeLeft(until: begin.advanced(by: frame.time)))
            send(frame.step, of: motion.call, with: fingers)
        }
        device.settle()
    }

    /// Does the motion's steps at their times; main-actor jobs settle before each move of the clock.
    func play(_ motion: FingerMotion, with fingers: [Finger]) async {
        let begin = begin(motion)
        for frame in motion.frames {
            await device.advance(by: timeLeft(until: begin.advanced(by: frame.time)))
            send(frame.step, of: motion.call, with: fingers)
        }
        await device.settle()
    }

    /// The instant at which the motion begins, which is now.
    private func begin(_ motion: FingerMotion) -> MainRunLoop.Instant {
        if frame != nil {
            motion.call.stop("a gesture takes time, so it cannot share a frame: call it outside together(_:)")
        }
        return device.clock.now
    }

    /// Not positive where the application's code has spent the time meanwhile: the step is then late.
    private func timeLeft(until instant: MainRunLoop.Instant) -> Duration {
        device.clock.now.duration(to: instant)
    }

    private func send(_ step: FingerMotion.Step, of call: GestureCall, with fingers: [Finger]) {
        inOneFrame {
            for (index, finger) in fingers.enumerated() {
                switch step {
                case .down(let points): finger.down(at: points[index], file: call.file, line: call.line)
                case .move(let points): finger.move(to: points[index], file: call.file, line: call.line)
                case .up: finger.up(file: call.file, line: call.line)
                }
            }
        }
    }
}

extension AppHarness {
    func play(_ motion: FingerMotion) {
        if screen.frame == nil {
            device.settle()
            // A person sees the new screen before touching it.
            let delay = application.newScreenDelayLeft
            if delay > .zero { device.advance(by: delay) }
        }
        screen.play(motion, with: newFingers(motion.fingers))
    }

    func play(_ motion: FingerMotion) async {
        if screen.frame == nil {
            await device.settle()
            let delay = application.newScreenDelayLeft
            if delay > .zero { await device.advance(by: delay) }
        }
        await screen.play(motion, with: newFingers(motion.fingers))
    }

    private func newFingers(_ count: Int) -> [Finger] {
        (0..<count).map { _ in finger() }
    }
}
