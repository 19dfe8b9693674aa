extension Workload {
    /// All workloads, in the order in which they run.
    ///
    /// Their names must not change: others rely on them.
    static let all: [Workload] =
        touches + panels + dispatch + gestures + hitTests + updates + scrolling + threads + latency + loops + timers
        + notifications + actions + controls + text + elements + applications + growth + pixelsIfThere

    /// Whole applications.
    private static let applications = appLatencies + flings + screens + launches + memory + sizes + idleness

    /// The workloads with pixels and with windows, if the benchmark was built with the traits Cairo and Wayland.
    private static var pixelsIfThere: [Workload] {
        #if Wayland
        pixels + wayland
        #elseif Cairo
        pixels
        #else
        []
        #endif
    }

    /// The message for a prefix with which no workload's name begins.
    static func unknown(prefix: String) -> String {
        var known: [String] = []
        for group in all.map({ $0.name.prefix { $0 != "/" } + "/" }) where !known.contains(String(group)) {
            known.append(String(group))
        }
        return "No workload's name begins with '\(prefix)'. Those that there are begin with "
            + known.joined(separator: ", ") + "; --list names them."
    }
}
