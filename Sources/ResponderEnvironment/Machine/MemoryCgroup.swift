/// The cgroup of the process, where the controller of memory tells what it does (cgroup v2).
struct MemoryCgroup {
    /// The cgroup's folder.
    let folder: String
    /// The file that counts how often memory was short.
    var events: String { "\(folder)/memory.events" }

    /// The process's cgroup; nil where there is no cgroup v2, or its files cannot be seen.
    init?(in tree: SystemTree) {
        // The line of cgroup v2 has no number and no controllers: `0::/system.slice/kiosk.service`.
        guard let line = tree.lines("/proc/self/cgroup").first(where: { $0.hasPrefix("0::/") }) else { return nil }
        let path = line.dropFirst(3) == "/" ? "" : String(line.dropFirst(3))
        // Second, where systemd has both versions.
        let folders = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].map { $0 + path }
        guard !path.split(separator: "/").contains(".."),
            let folder = folders.first(where: { tree.has("\($0)/cgroup.procs") })
        else { return nil }
        self.folder = folder
    }

    /// Whether memory can become short in the cgroup itself.
    func isLimited(in tree: SystemTree) -> Bool {
        ["memory.high", "memory.max"].contains { tree.number("\(folder)/\($0)") != nil }
    }

    /// How often the cgroup came to its limits; nil where that is not told.
    func shortages(in tree: SystemTree) -> Int? {
        let counts = tree.lines(events).compactMap { line in
            let words = line.split(separator: " ")
            return words.count == 2 && ["high", "max", "oom"].contains(words[0]) ? Int(words[1]) : nil
        }
        return counts.isEmpty ? nil : counts.reduce(0) { $0 &+ $1 }
    }
}
