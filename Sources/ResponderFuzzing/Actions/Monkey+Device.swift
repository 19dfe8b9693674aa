// What happens to the device.
extension Monkey {
    mutating func device() -> StepValue {
        switch random.below(12) {
        case 0, 1: return awayAndBack("home", "launch \(app)")
        case 2: return awayAndBack("lock", "unlock")
        case 3, 4:
            let ways = ["portrait", "landscape-left", "landscape-right", "portrait-upside-down"]
            return one("orientation \(random.pick(ways) ?? ways[0])")
        case 5: return one("memory-warning")
        case 6: return awayAndBack("call A", "decline-call")
        case 7: return awayAndBack("alert Low", "dismiss-alert")
        case 8: return awayAndBack("open-centre", "close-centre")
        case 9: return purge()
        case 10: return awayAndBack("kill \(app)", "launch \(app)")
        default: return one("shake")
        }
    }

    private func one(_ line: String) -> StepValue { .command("device", .text(line)) }

    private mutating func awayAndBack(_ away: String, _ back: String) -> StepValue {
        if random.one(in: 3) { queue.append(.command("wait", .text("\(random.number(in: 1...12))s"))) }
        queue.append(one(back))
        // Fingers are lost with the app that they touch.
        if away.hasPrefix("kill") { fingersDown = [] }
        return one(away)
    }

    /// The app is ended in the background for want of memory, and restores its state when it comes back.
    private mutating func purge() -> StepValue {
        fingersDown = []
        let lines = ["footprint \(app) 2MB", "home", "wait 20s", "memory 1MB", "memory unlimited", "launch \(app)"]
        queue += lines.dropFirst().map(one)
        return one(lines[0])
    }
}
