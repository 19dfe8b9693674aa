internal import ResponderSupport

@testable import ResponderEventLoop

/// What a run asks of its timers, for `#expect`, which takes no noncopyable type.
extension UnsafeMutablePointer<TimerQueue> {
    func earliest(in active: UInt64 = .max) -> Int64? { pointee.earliest(in: active) }
    func latestWakeUp(in active: UInt64 = .max) -> Int64? { pointee.latestWakeUp(in: active) }
    func hasTimers(in active: UInt64) -> Bool { pointee.hasTimers(in: active) }

    /// What is wrong with how the armed timers are kept; nil when nothing is.
    var disorder: String? {
        let queue = self
        func problem(of position: Int, in heap: borrowing TimerHeap, isSpecial: Bool) -> String? {
            let entry = heap.entries[position]
            let slot = queue.pointee.pool.pointee.slot(entry.index)
            if queue.pointee.pool.pointee.positions[Int(entry.index)] != position { return "another position" }
            if position > 0, entry < heap.entries[(position - 1) / 4] { return "before its parent" }
            if slot.pointee.id == 0 { return isSpecial ? "has ended" : nil }
            if slot.pointee.queue != queue || slot.pointee.tag.index != entry.index { return "not of this queue" }
            let flags = slot.pointee.flags
            if !flags.contains(.armed) || flags.contains(.paused) || flags.contains(.special) != isSpecial {
                return "flags \(flags.rawValue)"
            }
            // Earlier than its slot's deadline, where the timer was pushed back since.
            return TimerEntry(slot) < entry ? "after its slot" : nil
        }
        var endedEntries = 0
        for position in 0..<pointee.plain.count {
            if let problem = problem(of: position, in: pointee.plain, isSpecial: false) { return "plain: \(problem)" }
            if pointee.pool.pointee.slot(pointee.plain.entries[position].index).pointee.id == 0 { endedEntries += 1 }
        }
        if endedEntries != pointee.ended.count {
            return "\(endedEntries) entries of \(pointee.ended.count) ended timers"
        }
        for position in 0..<pointee.special.count {
            if let problem = problem(of: position, in: pointee.special, isSpecial: true) {
                return "special: \(problem)"
            }
        }
        for position in 0..<pointee.paused.count {
            let index = pointee.paused[position]
            let flags = pointee.pool.pointee.slot(index).pointee.flags
            if pointee.pool.pointee.positions[Int(index)] != position { return "paused: another position" }
            if !flags.isSuperset(of: [.armed, .special, .paused]) { return "paused: flags \(flags.rawValue)" }
        }
        return nil
    }
}
