@testable import ResponderEventLoop

/// What a run asks its timers, for expectations: these take no type that cannot be copied.
extension UnsafeMutablePointer<TimerQueue> {
    func earliest(in active: UInt64 = .max) -> Int64? { pointee.earliest(in: active) }
    func latestWakeUp(in active: UInt64 = .max) -> Int64? { pointee.latestWakeUp(in: active) }
    func hasTimers(in active: UInt64) -> Bool { pointee.hasTimers(in: active) }
}
