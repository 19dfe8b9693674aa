import Foundation
import ResponderEventLoop
import ResponderFoundation

@_silgen_name("CFRunLoopGetMain") private func mainLoop() -> OpaquePointer
@_silgen_name("CFRunLoopWakeUp") private func wakeLoop(_ loop: OpaquePointer)

extension Program {
    typealias Done = @MainActor () -> Void

    func timer(_ done: @escaping Done) {
        _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in MainActor.assumeIsolated(done) }
    }

    func repeatingTimer(_ done: @escaping Done) {
        nonisolated(unsafe) var count = 0
        _ = Timer.scheduledTimer(withTimeInterval: 0.005, repeats: true) { timer in
            count += 1
            guard count == 3 else { return }
            timer.invalidate()
            MainActor.assumeIsolated(done)
        }
    }

    func timerOfThread(_ done: @escaping Done) {
        onThread {
            let timer = Timer(timeInterval: 0.005, repeats: false) { _ in MainActor.assumeIsolated(done) }
            RunLoop.main.add(timer, forMode: .common)
        }
    }

    func perform(_ done: @escaping Done) {
        RunLoop.main.perform { MainActor.assumeIsolated(done) }
    }

    func performOfThread(_ done: @escaping Done) {
        let loop = loop
        onThread {
            RunLoop.main.perform { MainActor.assumeIsolated(done) }
            loop.wakeUp()
        }
    }

    /// As a thread of CoreFoundation wakes the loop that serves a port.
    func wakeUp(_ done: @escaping Done) {
        onThread {
            RunLoop.main.perform { MainActor.assumeIsolated(done) }
            wakeLoop(mainLoop())
        }
    }

    func notification(_ style: NotificationQueue.PostingStyle, _ done: @escaping Done) {
        let name = Notification.Name("fixture")
        observation = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
            MainActor.assumeIsolated { [self] in
                if let observation { NotificationCenter.default.removeObserver(observation) }
                done()
            }
        }
        NotificationQueue.default.enqueue(Notification(name: name), postingStyle: style)
    }

    func mainQueue(_ done: @escaping Done) {
        onThread { DispatchQueue.main.async { MainActor.assumeIsolated(done) } }
    }

    func task(_ done: @escaping Done) {
        onThread { Task { @MainActor in done() } }
    }

    func sleep(_ done: @escaping Done) {
        Task { @MainActor in
            try await Task.sleep(for: .milliseconds(5))
            done()
        }
    }

    /// Set in a callback of Foundation, while the loop counts as asleep.
    func loopTimer(_ done: @escaping Done) {
        timer { [self] in after(milliseconds: 5, done) }
    }

    func postOfThread(_ done: @escaping Done) {
        let loop = loop
        onThread { loop.post(done) }
    }

    func descriptor(_ done: @escaping Done) throws {
        let pipe = Pipe()
        let reader = pipe.fileHandleForReading.fileDescriptor
        nonisolated(unsafe) var source: MainRunLoop.DescriptorSource?
        source = try loop.addDescriptorSource(reader, for: .read) { _ in
            source?.cancel()
            withExtendedLifetime(pipe) { done() }
        }
        onThread { pipe.fileHandleForWriting.write(Data([1])) }
    }

    /// Foundation runs its loop itself until the process has ended.
    func process(_ done: @escaping Done) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/true")
        try process.run()
        process.waitUntilExit()
        done()
    }

    /// In a callback of Foundation; Foundation's work goes on inside.
    func nestedRun(_ done: @escaping Done) {
        timer { [self] in
            timer { [self] in loop.stop() }
            guard loop.run(until: loop.now.advanced(by: .seconds(250))) == .stopped else { fail("not stopped") }
            done()
        }
    }

    /// Foundation's work waits for the end of a run in a mode that is not common.
    func privateMode(_ done: @escaping Done) {
        var isOver = false
        _ = Timer.scheduledTimer(withTimeInterval: 0, repeats: false) { [self] _ in
            MainActor.assumeIsolated {
                if !isOver { fail("served in a private mode") }
                done()
            }
        }
        let mode = MainRunLoop.Mode("fixture")
        loop.addTimer(after: .seconds(250), in: [mode]) { _ in }
        loop.run(mode: mode, until: loop.now.advanced(by: .milliseconds(30)))
        isOver = true
    }

    /// A loop that never waits serves Foundation's too.
    func busyLoop(_ done: @escaping Done) {
        var goesOn = true
        func again() { if goesOn { loop.post(again) } }
        loop.post(again)
        timer {
            goesOn = false
            done()
        }
    }

    /// Two loops with nothing to do make no turns and no waits.
    func idle(_ done: @escaping Done) { waitForQuiet(attempts: 50, done) }

    /// Ends when the process was quiet for a while: a slow machine still has something on the way at first, and a loop
    /// that polls never is quiet.
    private func waitForQuiet(attempts: Int, _ done: @escaping Done) {
        let before = work
        after(milliseconds: 200) { [self] in
            let (turns, waits) = (work.turns - before.turns, work.waits - before.waits)
            if turns <= 2, waits <= 6 { return done() }
            if attempts == 1 { fail("\(turns) turns and \(waits) waits of an idle process") }
            waitForQuiet(attempts: attempts - 1, done)
        }
    }

    /// From the end on Foundation's work waits.
    func ended(_ done: @escaping Done) {
        timer { [self] in
            loop.stopServingFoundation()
            let late = Timer.scheduledTimer(withTimeInterval: 0.001, repeats: false) { [self] _ in
                MainActor.assumeIsolated { () -> Void in fail("served after the end") }
            }
            nonisolated(unsafe) let timer = late
            after(milliseconds: 30) {
                timer.invalidate()
                done()
            }
        }
    }

    func servedAgain(_ done: @escaping Done) throws {
        try loop.serveFoundation()
        timer(done)
    }
}
