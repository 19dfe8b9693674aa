internal import Glibc
internal import ResponderKit

// The gestures as motions, after a check of their arguments.
extension FingerMotion {
    /// The distance between neighbours among fingers that do the same, in points: some 6 mm, as of two fingertips.
    private static let fingerSpacing = 40.0

    static func tap(
        at point: Point,
        taps: Int,
        touches: Int,
        for duration: Duration,
        gap: Duration,
        _ call: GestureCall
    ) -> FingerMotion {
        call.check("at", isFinite: point)
        call.check("taps", taps, upTo: 100)
        call.check("for", isTime: duration)
        call.check("gap", isTime: gap)
        var motion = FingerMotion(call, fingers: touches)
        let places = row(of: touches, around: point, call)
        for number in 1...taps {
            if number > 1 { motion.wait(gap) }
            motion.down(at: places)
            motion.wait(duration)
            motion.up()
        }
        return motion
    }

    static func drag(
        from start: Point,
        to end: Point,
        for duration: Duration,
        rest: Duration,
        touches: Int,
        _ rate: Int,
        _ call: GestureCall
    ) -> FingerMotion {
        call.check("from", isFinite: start)
        call.check("to", isFinite: end)
        call.check("for", isTime: duration)
        call.check("rest", isTime: rest)
        var motion = FingerMotion(call, fingers: touches)
        motion.down(at: row(of: touches, around: start, call))
        motion.move(for: duration, rate: rate) { row(of: touches, around: start.moved(to: end, $0), call) }
        motion.wait(rest)
        motion.up()
        return motion
    }

    static func flick(
        from start: Point,
        to end: Point,
        speed: Double,
        touches: Int,
        _ rate: Int,
        _ call: GestureCall
    ) -> FingerMotion {
        call.check("from", isFinite: start)
        call.check("to", isFinite: end)
        if start == end { call.stop("from and to are both \(start); a flick has a direction") }
        let duration = call.time(from: start, to: end, speed: speed)
        return drag(from: start, to: end, for: duration, rest: .zero, touches: touches, rate, call)
    }

    static func swipe(
        _ direction: AppHarness.SwipeDirection,
        from start: Point,
        distance: Double,
        speed: Double,
        touches: Int,
        _ rate: Int,
        _ call: GestureCall
    ) -> FingerMotion {
        call.check("distance", isPositive: distance)
        let end =
            switch direction {
            case .left: Point(start.x - distance, start.y)
            case .right: Point(start.x + distance, start.y)
            case .up: Point(start.x, start.y - distance)
            case .down: Point(start.x, start.y + distance)
            }
        return flick(from: start, to: end, speed: speed, touches: touches, rate, call)
    }

    static func pinch(
        at centre: Point,
        scale: Double,
        for duration: Duration,
        span: Double,
        angle: Double,
        rest: Duration,
        _ rate: Int,
        _ call: GestureCall
    ) -> FingerMotion {
        call.check("scale", isPositive: scale)
        call.check("span", isPositive: span)
        call.check("span times scale", isPositive: span * scale)
        call.check("angle", isFinite: angle)
        return turn(around: centre, for: duration, rest: rest, rate, call) { fraction in
            (span + (span * scale - span) * fraction, angle)
        }
    }

    static func rotate(
        at centre: Point,
        by rotation: Double,
        for duration: Duration,
        span: Double,
        angle: Double,
        rest: Duration,
        _ rate: Int,
        _ call: GestureCall
    ) -> FingerMotion {
        call.check("by", isFinite: rotation)
        call.check("span", isPositive: span)
        call.check("angle", isFinite: angle)
        return turn(around: centre, for: duration, rest: rest, rate, call) { fraction in
            (span, angle + rotation * fraction)
        }
    }

    /// Two fingers on a line through `centre`, whose distance and angle `line` has for a fraction of the way.
    private static func turn(
        around centre: Point,
        for duration: Duration,
        rest: Duration,
        _ rate: Int,
        _ call: GestureCall,
        _ line: (_ fraction: Double) -> (span: Double, angle: Double)
    ) -> FingerMotion {
        call.check("at", isFinite: centre)
        call.check("for", isTime: duration)
        call.check("rest", isTime: rest)
        func places(_ fraction: Double) -> [Point] {
            let (span, angle) = line(fraction)
            let (x, y) = (span / 2 * cos(angle), span / 2 * sin(angle))
            return [Point(centre.x - x, centre.y - y), Point(centre.x + x, centre.y + y)]
        }
        var motion = FingerMotion(call, fingers: 2)
        motion.down(at: places(0))
        motion.move(for: duration, rate: rate, places)
        motion.wait(rest)
        motion.up()
        return motion
    }

    private static func row(of count: Int, around centre: Point, _ call: GestureCall) -> [Point] {
        call.check("touches", count, upTo: 100)
        return (0..<count).map { index in
            Point(centre.x + (Double(index) - Double(count - 1) / 2) * fingerSpacing, centre.y)
        }
    }
}

extension Point {
    /// The point at a fraction of the way to `end`; exactly `end` for 1.
    func moved(to end: Point, _ fraction: Double) -> Point {
        fraction == 1 ? end : Point(x + (end.x - x) * fraction, y + (end.y - y) * fraction)
    }
}
