/// The workloads whose names begin alike, with the title of their part of the report.
struct ReportGroup {
    /// What the names begin with, up to the stroke.
    let name: String
    let workloads: [String]

    var title: String { Self.titles[name] ?? name }

    /// The groups of some workloads, in the order of the workloads.
    static func groups(of workloads: [String]) -> [ReportGroup] {
        let byName = Dictionary(grouping: workloads.withoutRepeats, by: prefix)
        return workloads.map(prefix).withoutRepeats.map { ReportGroup(name: $0, workloads: byName[$0] ?? []) }
    }

    private static func prefix(_ workload: String) -> String { String(workload.prefix { $0 != "/" }) }

    private static let titles = [
        "touch": "A frame of touches, in an application",
        "panel": "From the bytes of a panel",
        "dispatch": "Dispatch and hit-testing",
        "gestures": "Gestures",
        "updates": "Updates",
        "scroll": "Scrolling",
        "end-to-end": "From thread to handler",
        "port": "The port",
        "loop": "The loop",
        "fds": "File descriptors",
        "timers": "Timers",
        "notifications": "Notifications",
        "actions": "Actions",
        "controls": "Controls",
        "text": "Text",
        "elements": "Elements",
        "pixels": "Pixels",
        "wayland": "Windows",
        "app": "Whole applications",
        "launch": "Launch",
        "memory": "Memory",
        "size": "Sizes of programs",
        "idle": "Idle",
        "growth": "Growth",
        "peers": "Peers",
    ]
}
