import ArgumentParser
import CBenchFloors
import Foundation
import ResponderKit

/// Something of which an application has many, and which takes memory.
enum Thing: String, CaseIterable, Sendable, ExpressibleByArgument {
    case view, label, button, touch, timer, observer, recognizer, row
    case rowWithHeight = "row-with-height"

    var summary: String {
        switch self {
        case .view: "a plain view in its superview"
        case .label: "a label of twelve letters in its superview"
        case .button: "a button with a title in its superview"
        case .touch: "a finger that is down on a view"
        case .timer: "a one-shot timer whose callout captures nothing"
        case .observer: "an observer of a notification, whose callback captures an object"
        case .recognizer: "a pan recogniser with a target, on a view"
        case .row: "a row of a list in which all rows have one height"
        case .rowWithHeight: "a row of a list whose delegate gives each row its height"
        }
    }

    /// How many are made.
    var count: Int {
        switch self {
        case .touch: MemoryOfTouches.count
        case .row, .rowWithHeight: 100_000
        default: 10_000
        }
    }

    /// Whether the things are in pages that are mapped for them, which malloc does not count.
    var isInPages: Bool { self == .timer }

    /// What each takes.
    struct Bytes: Equatable {
        /// The bytes that were allocated by malloc.
        var allocated: Double
        /// The bytes that have come into the process's memory, those of mapped pages too; counted in pages.
        var resident: Double
    }

    /// Makes all of them, and fails unless they are there.
    @MainActor
    func measure() throws -> Bytes {
        let things = try prepare()
        // What is made only once is there already.
        things.make(1)
        let few = things.count()
        let (allocated, resident) = (bench_allocated_bytes(), try Self.anonymousBytes())
        things.make(count)
        let bytes = Bytes(
            allocated: (Double(bench_allocated_bytes()) - Double(allocated)) / Double(count),
            resident: (try Self.anonymousBytes() - resident) / Double(count)
        )
        // Counting may allocate too, so it comes last.
        let many = things.count()
        guard many == few + count else {
            throw BenchError.miscounted(subject: .responderKit, fed: count, handled: many - few)
        }
        return bytes
    }

    /// How more of the things are made, and how many there are.
    struct Things {
        let make: @MainActor (_ count: Int) -> Void
        let count: @MainActor () -> Int
    }

    @MainActor
    private func prepare() throws -> Things {
        switch self {
        case .view: try ViewsInMemory { View(frame: .zero) }.things
        case .label: try ViewsInMemory { Label(text: "Hello, world") }.things
        case .button:
            try ViewsInMemory {
                let button = Button(frame: .zero)
                button.setTitle("Close", for: .normal)
                return button
            }.things
        case .touch: try MemoryOfTouches.prepare()
        case .timer: try MemoryOfTimers.prepare()
        case .observer: try MemoryOfObservers.prepare()
        case .recognizer: try MemoryOfRecognizers.prepare()
        case .row: try MemoryOfRows.prepare(hasHeights: false)
        case .rowWithHeight: try MemoryOfRows.prepare(hasHeights: true)
        }
    }

    /// The bytes of the process's pages that no file backs.
    private static func anonymousBytes() throws -> Double {
        let usage = try MemoryUsage(of: getpid())
        return 1024 * usage.anonymous
    }
}

/// What the kernel says of a process's memory, in kB.
struct MemoryUsage {
    let resident, proportional, privateDirty, anonymous: Double

    init(of process: pid_t) throws {
        let file = "/proc/\(process)/smaps_rollup"
        guard access(file, F_OK) == 0 else {
            let what = "the kernel has no \(file); use Linux 4.14 or later, with CONFIG_PROC_PAGE_MONITOR"
            throw BenchError.failed(subject: .responderKit, what: what)
        }
        let text = try contents(ofKernelFile: file)
        func kilobytes(_ field: String) throws -> Double {
            for line in text.split(separator: "\n") where line.hasPrefix(field + ":") {
                let words = line.split(separator: " ")
                if words.count > 1, let value = Double(words[1]) { return value }
            }
            throw BenchError.failed(subject: .responderKit, what: "the kernel's smaps_rollup has no \(field)")
        }
        (resident, proportional) = (try kilobytes("Rss"), try kilobytes("Pss"))
        (privateDirty, anonymous) = (try kilobytes("Private_Dirty"), try kilobytes("Anonymous"))
    }
}

/// The text of a file of the kernel, which does not tell its size.
func contents(ofKernelFile path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
        throw BenchError.failed(subject: .responderKit, what: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer.prefix(count) }
    return String(decoding: bytes, as: UTF8.self)
}
