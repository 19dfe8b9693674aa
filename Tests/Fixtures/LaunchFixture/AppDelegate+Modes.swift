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
        case .twice: Application.main(delegateClass: AppDelegate.self)
        case .stuck, .ownDelegate, .ownDelegateByDefault, .ownDelegateMain, .principal, .noDelegate: say("ready")
        case .manifest: say(application.manifest.identifier)
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

/// The senders whose fingers stay down.
private var heldSenders: [TouchPort.Sender] = []
