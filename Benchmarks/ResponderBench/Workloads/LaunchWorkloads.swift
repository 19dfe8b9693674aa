import Glibc
import ResponderEventLoop

#if Wayland
import TestCompositor
#endif

extension Workload {
    /// From just before a program is started until it has done something first.
    static let launches: [Workload] =
        [
            firstUpdate("core", .core, "an app without widgets"),
            firstUpdate("kit", .kit, "an app with a label and a button"),
        ] + firstFrames

    private static var firstFrames: [Workload] {
        #if Cairo
        [
            Workload(
                name: "launch/first-frame",
                summary: "an app with a label and a button is started: until its first frame is drawn",
                rounds: 15,
                references: []
            ) { _ in
                var contenders: [any Contender] = [FirstFrameContender()]
                #if Wayland
                contenders.append(try FirstCommitContender())
                #endif
                return contenders
            }
        ]
        #else
        []
        #endif
    }

    private static func firstUpdate(_ name: String, _ app: HelloProgram, _ what: String) -> Workload {
        Workload(
            name: "launch/first-update-\(name)",
            summary: "\(what) is started: until its first update pass ends",
            rounds: 31,
            references: [.emptySwift]
        ) { _ in HelloProgram.with(app).map { LaunchContender($0) } }
    }
}

private struct LaunchContender: Contender {
    let subject: Subject
    private let program: HelloProgram

    init(_ program: HelloProgram) { (self.program, subject) = (program, program.subject) }

    func run() throws -> [Measurement] {
        let child = try program.start()
        defer { child.end(by: SIGKILL) }
        let time = try program.instant(of: "first-update", in: child) - child.startedAt
        return [Measurement("time", "ms", Double(time) / 1e6)]
    }
}

#if Cairo
/// A program that draws in memory.
private struct FirstFrameContender: Contender {
    let subject = Subject.responderKit

    func run() throws -> [Measurement] {
        let child = try HelloProgram.screen.start(environment: ["WAYLAND_DISPLAY": nil])
        defer { child.end(by: SIGKILL) }
        let time = try HelloProgram.screen.instant(of: "first-frame", in: child) - child.startedAt
        return [Measurement("pixels", "ms", Double(time) / 1e6)]
    }
}
#endif

#if Wayland
/// A program in a window of a compositor in this process.
private struct FirstCommitContender: Contender {
    let subject = Subject.responderKit
    private let compositor: TestCompositorThread

    init() throws { compositor = try TestCompositorThread("launch") }

    func run() throws -> [Measurement] {
        let pointer = compositor.pointer
        let note = UnsafeMutablePointer<tc_note>.allocate(capacity: 1)
        note.initialize(to: tc_note())
        defer { note.deallocate() }
        tc_note_pictures(pointer, 0, 0, note, 1)
        let before = tc_commit_count(pointer)
        let child = try HelloProgram.screen.start(environment: ["WAYLAND_DISPLAY": compositor.path])
        let end = MainRunLoop.Instant.now.advanced(by: .seconds(60))
        while tc_commit_count(pointer) == before, MainRunLoop.Instant.now < end { usleep(1000) }
        child.end(by: SIGKILL)
        // The compositor is alone again before the next program comes.
        while tc_has_client(pointer), MainRunLoop.Instant.now < end { usleep(1000) }
        guard tc_end_notes(pointer) == 1 else {
            throw BenchError.failed(subject: subject, what: "the program has given the compositor no picture")
        }
        return [Measurement("commit", "ms", Double(note.pointee.time - child.startedAt) / 1e6)]
    }
}
#endif
