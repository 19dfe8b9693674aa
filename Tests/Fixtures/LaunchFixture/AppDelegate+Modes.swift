internal import Dispatch
internal import Glibc
internal import ResponderKit

extension AppDelegate {
    /// Does, once active, what the mode asks for.
    func act(in application: Application) {
        let loop = application.runLoop
        switch Self.mode {
        case .wait: putFingerDown(on: application)
        case .timer: loop.addTimer(after: .milliseconds(1)) { _ in application.terminate() }
        case .nested:
            loop.addTimer(after: .zero) { _ in
                loop.addTimer(after: .zero) { _ in
                    say("ready")
                    loop.run()
                    say("inner run ended")
                }
                loop.run()
                say("outer run ended")
            }
        case .strayStop:
            loop.addTimer(after: .zero) { _ in
                loop.stop()
                loop.addTimer(after: .milliseconds(1)) { _ in
                    say("still running")
                    application.terminate()
                }
            }
        case .tasks:
            Task {
                say("task")
                try await Task.sleep(for: .milliseconds(1))
                say("slept")
                await Task.detached { await MainActor.run { say("hopped") } }.value
                application.terminate()
            }
        case .overrun:
            application.endsWhenOverLimit = true
            application.timeLimits.stateChange = .zero
            application.runLoop.addTimer(after: .zero) { _ in _ = try? application.receive(.resignActive) }
        case .killed: loop.addTimer(after: .zero) { _ in _ = try? application.receive(.kill) }
        case .failure: loop.addTimer(after: .zero) { _ in application.terminate(status: 3) }
        case .suspended: suspend(application)
        case .fork:
            endChild()
            loop.addTimer(after: .milliseconds(100)) { _ in
                say("still running")
                application.terminate()
            }
        case .twice: Application.main(delegateClass: AppDelegate.self)
        case .host:
            say("screen \(application.screen.size.width), host there: \(application.host != nil)")
            application.terminate()
        case .stuck, .state, .ownDelegate, .ownDelegateByDefault, .ownDelegateMain, .principal, .noDelegate, .noLoader,
            .noStore, .noHost:
            say("ready")
        case .interface:
            say("window of the interface is key: \(application.keyWindow === window)")
            application.terminate()
        case .manifest: say(application.manifest.identifier)
        case .drag: drag(on: application)
        case .exitsOnSuspend, .session: say("ready")
        case .inBackground: leave(application, by: .enterBackground)
        case .inactive: leave(application, by: .resignActive)
        case .stopInCallback: stop(application)
        case .nestedInTouch: putFingerDown(on: application)
        }
    }

    /// Leaves the state of an active app.
    private func leave(_ application: Application, by message: HostMessage) {
        application.runLoop.addTimer(after: .zero) { _ in
            _ = try? application.receive(message)
            say("ready")
        }
    }

    /// Asks for the stop of the process inside a callback, and runs the loop until a timer ends the run.
    private func stop(_ application: Application) {
        raise(SIGTSTP)
        application.runLoop.addTimer(after: .milliseconds(20)) { _ in application.runLoop.stop() }
        application.runLoop.run()
        say("callback returns")
    }

    /// Drags a finger over the window, at some 250 samples a second.
    private func drag(on application: Application) {
        let (loop, sender) = (application.runLoop, application.touchPort.makeSender())
        let start = loop.now
        var moves = 0
        sender.send(TouchContact(1, .began, at: Point(10, 10)), at: start)
        loop.addTimer(after: .milliseconds(4), every: .milliseconds(4)) { _ in
            moves += 1
            sender.send(TouchContact(1, .moved, at: Point(10 + Double(moves % 80), 10)), at: loop.now)
            if moves == 250 { say("dragged for \(start.duration(to: loop.now) / .milliseconds(1)) ms") }
        }
    }

    /// Forks a child, and sends SIGTERM to the child.
    private func endChild() {
        let child = forkProcess()
        if child == 0 {
            pause()
            _exit(1)
        }
        kill(child, SIGTERM)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        say("child is ended by signal \(status & 0x7F)")
    }

    /// Another thread suspends the application, posts to it and signals it, and lets it go on after a while.
    private func suspend(_ application: Application) {
        let (loop, host) = (application.runLoop, application.notificationPort.makeSender())
        // Whoever started this process may have blocked it.
        var signals = sigset_t()
        sigaddset(&signals, SIGUSR1)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        let signalCame = DispatchSemaphore(value: 0)
        let served = ServedWhileSuspended(application)
        loop.addTimer(after: .milliseconds(10), every: .milliseconds(10)) { _ in served.note("timer") }
        heldSources += [
            try? loop.addSignalSource(SIGUSR1) { _ in
                served.note("signal")
                signalCame.signal()
            }
        ]
        application.onLifecycleEvent = { event in
            guard event.kind == .entered, event.state == .suspended else { return }
            DispatchQueue.global().async {
                loop.post { served.note("post") }
                kill(getpid(), SIGUSR1)
                // A bound against hanging, no more.
                _ = signalCame.wait(timeout: .now() + .seconds(60))
                usleep(100_000)
                _ = host.send(HostMessage.enterForeground(), at: .now)
                loop.post {
                    say("served while suspended: \(served.names.sorted())")
                    application.terminate()
                }
            }
        }
        DispatchQueue.global().async {
            _ = host.send(HostMessage.enterBackground, at: .now)
            _ = host.send(HostMessage.suspend, at: .now)
        }
    }

    private func putFingerDown(on application: Application) {
        let sender = application.touchPort.makeSender()
        sender.send(TouchContact(1, .began, at: Point(50, 50)), at: application.runLoop.now)
        // Kept, since a sender that goes lifts its fingers; and said only when the finger is down.
        application.runLoop.addTimer(after: .zero) { _ in
            withExtendedLifetime(sender) { say("ready") }
        }
        heldSenders.append(sender)
    }
}

@_silgen_name("fork") private func forkProcess() -> Int32

/// The source of the signal, once the application was suspended.
private var heldSources: [MainRunLoop.SignalSource?] = []

/// The senders whose fingers stay down.
private var heldSenders: [TouchPort.Sender] = []

/// What a suspended application's loop has served.
@MainActor
private final class ServedWhileSuspended {
    private let application: Application
    private(set) var names: Set<String> = []

    init(_ application: Application) {
        self.application = application
    }

    func note(_ name: String) {
        if application.lifecycleState == .suspended { names.insert(name) }
    }
}
