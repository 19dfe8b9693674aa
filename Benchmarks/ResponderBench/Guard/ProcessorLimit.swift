import Glibc

/// How much processor time a program may take that runs under callgrind: many times what it needs, whatever else the
/// machine does meanwhile.
///
/// A loop inside a loop over many rows would otherwise hold the guard up for hours.
enum ProcessorLimit {
    /// With this status a program ends that has reached its limit.
    static let status: Int32 = 75

    /// For the three sizes of a curve, which take five seconds at most.
    static let secondsOfCurve = 60

    /// For a workload, of which a million events take half a minute at most.
    static func secondsOfWorkload(events: Int) -> Int { 300 * max(1, events / 1_000_000) }

    /// Has this program end with ``status`` when it has taken so many seconds.
    static func set(seconds: Int) {
        signal(SIGXCPU) { _ in _exit(ProcessorLimit.status) }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
        limit.rlim_cur = min(rlim_t(seconds), limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }
}

/// What took more processor time than its limit.
struct ProcessorLimitError: Error, CustomStringConvertible {
    let name: String
    let seconds: Int

    var description: String {
        "\(name): not counted within \(seconds) s of processor time, many times what it takes: a loop runs over far "
            + "more than it should"
    }
}
