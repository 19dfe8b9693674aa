import Foundation

/// The sums of a callgrind profile: the instructions, and how often each function was called.
struct CallgrindProfile {
    private(set) var instructions = 0
    private(set) var calls: [String: Int] = [:]
    /// The instructions of each function with those of all that it called.
    private var inclusive: [String: Int] = [:]

    /// Reads a file that callgrind wrote with `--compress-strings=no`.
    init(contentsOf url: URL) throws {
        self.init(text: String(decoding: try Data(contentsOf: url), as: UTF8.self))
    }

    init(text: String) {
        var (caller, callee) = ("", "")
        for line in text.split(separator: "\n") {
            if line.hasPrefix("fn=") {
                caller = String(line.dropFirst(3))
            } else if line.hasPrefix("cfn=") {
                callee = Self.name(line.dropFirst(4))
            } else if line.hasPrefix("calls=") {
                // An aligned allocation takes its memory from malloc: one allocation, not two.
                if caller.hasPrefix("_mid_memalign") { continue }
                // calls=COUNT POSITION
                let count = line.dropFirst(6).prefix { $0 != " " }
                calls[callee, default: 0] += Int(count) ?? 0
            } else if line.hasPrefix("totals: ") {
                instructions = Int(line.dropFirst(8).prefix { $0 != " " }) ?? 0
            } else if caller.contains("guardMeasured"), let cost = line.split(separator: " ").dropFirst().first {
                // POSITION COST: of the function itself, or of the call in the line before.
                inclusive[caller, default: 0] += Int(cost) ?? 0
            }
        }
    }

    /// The function's own name: without the version of a C library's symbol (`pthread_mutex_lock@@GLIBC_2.2.5`), and
    /// without the level of a recursion (`swift_release'2`).
    private static func name(_ symbol: Substring) -> String {
        String(symbol.prefix { $0 != "@" && $0 != "'" })
    }

    /// The instructions of the measuring functions whose name has this part, with those of all that they called.
    func instructions(in function: String) -> Int {
        inclusive.reduce(0) { $0 + ($1.key.contains(function) ? $1.value : 0) }
    }

    /// How often functions of that kind were called.
    func calls(of kind: CostlyCall) -> Int {
        calls.reduce(0) { $0 + (kind.matches($1.key) ? $1.value : 0) }
    }
}

/// The kinds of calls that the hot paths avoid.
enum CostlyCall: String, CaseIterable {
    case allocation = "malloc"
    case retain = "swift_retain"
    case release = "swift_release"
    case exclusivityCheck = "swift_beginAccess"
    case weakLoad = "swift_weakLoadStrong"
    case isolationCheck = "swift_task_isCurrentExecutor"
    case lock = "pthread_mutex_lock"

    /// Whether the function is of this kind: the plain function, or its variant for several counts or bridged objects.
    func matches(_ function: String) -> Bool {
        switch self {
        case .allocation: ["malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign"].contains(function)
        case .retain:
            ["swift_retain", "swift_retain_n", "swift_bridgeObjectRetain", "swift_bridgeObjectRetain_n"]
                .contains(function)
        case .release:
            ["swift_release", "swift_release_n", "swift_bridgeObjectRelease", "swift_bridgeObjectRelease_n"]
                .contains(function)
        case .exclusivityCheck: function == "swift_beginAccess"
        case .weakLoad: ["swift_weakLoadStrong", "swift_weakTakeStrong"].contains(function)
        case .isolationCheck: function.hasPrefix("swift_task_isCurrentExecutor")
        case .lock: function == "pthread_mutex_lock"
        }
    }
}
