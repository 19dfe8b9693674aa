import ResponderKitTesting
import Testing

@testable import ResponderCore

@Suite("Motion and remote control")
@MainActor
struct MotionTests {
    private final class MotionView: View {
        let name: String
        let log: PressLog
        var passesOn = false
        init(_ name: String, _ log: PressLog) {
            self.name = name
            self.log = log
            super.init(frame: .zero)
        }
        override var canBecomeFirstResponder: Bool { true }
        override func motionBegan(_ motion: EventSubtype, with event: MotionEvent) {
            log.add("\(name).began(\(motion.rawValue))")
            if passesOn { super.motionBegan(motion, with: event) }
        }
        override func motionEnded(_ motion: EventSubtype, with event: MotionEvent) {
            log.add("\(name).ended(\(motion.rawValue))")
            if passesOn { super.motionEnded(motion, with: event) }
        }
        override func motionCancelled(_ motion: EventSubtype, with event: MotionEvent) {
            log.add("\(name).cancelled(\(motion.rawValue))")
            if passesOn { super.motionCancelled(motion, with: event) }
        }
        override func remoteControlReceived(with event: RemoteControlEvent) {
            log.add("\(name).remote(\(event.subtype.rawValue))")
            if passesOn { super.remoteControlReceived(with: event) }
        }
    }

    @MainActor
    private struct Scene {
        let harness: AppHarness
        let log = PressLog()
        let outer: MotionView
        let inner: MotionView
        var application: Application { harness.application }

        init() throws {
            harness = try AppHarness()
            outer = MotionView("outer", log)
            inner = MotionView("inner", log)
            let plain = PlainField(frame: .zero)
            harness.add(outer).addSubview(inner)
            inner.addSubview(plain)
            plain.becomeFirstResponder()
            inner.passesOn = true
        }

        func take() -> [String] {
            harness.settle()
            return log.take()
        }
    }

    // Rules: R9, R26, R33.
    @Test("A shake goes to the first responder and up the chain, with its beginning and its end only")
    func shake() throws {
        let scene = try Scene()
        scene.application.beginMotion()
        scene.application.beginMotion()
        #expect(scene.take() == ["inner.began(shake)", "outer.began(shake)"])
        // It is bound to who was the first responder when it began.
        scene.outer.becomeFirstResponder()
        scene.application.endMotion()
        scene.application.endMotion()
        scene.application.cancelMotion()
        #expect(scene.take() == ["inner.ended(shake)", "outer.ended(shake)"])
        try scene.harness.device.perform(.shake)
        #expect(scene.take() == ["outer.began(shake)", "outer.ended(shake)"])
    }

    // Rules: R33, T34.
    @Test("A shake is cancelled when it is none, takes too long, or the application becomes inactive")
    func cancelled() throws {
        let scene = try Scene()
        scene.outer.becomeFirstResponder()
        let (began, cancelled) = ("outer.began(shake)", "outer.cancelled(shake)")
        scene.application.beginMotion()
        scene.application.cancelMotion()
        #expect(scene.take() == [began, cancelled])
        scene.application.beginMotion()
        scene.harness.advance(by: .milliseconds(1999))
        #expect(scene.take() == [began])
        scene.harness.advance(by: .milliseconds(1))
        #expect(scene.take() == [cancelled])
        scene.application.longestMotion = .milliseconds(10)
        scene.application.beginMotion()
        scene.harness.advance(by: .milliseconds(10))
        #expect(scene.take() == [began, cancelled])
        scene.application.longestMotion = .seconds(2)
        scene.application.beginMotion()
        try scene.harness.device.perform(.call(from: "Anna"))
        #expect(scene.take() == [began, cancelled])
        scene.application.beginMotion()
        scene.application.endMotion()
        scene.harness.advance(by: .seconds(5))
        #expect(scene.take() == [] && !scene.application.isInMotion)
    }

    // Rules: R33.
    @Test("Samples of an accelerometer make a shake: there and back and there, and then rest")
    func detector() throws {
        let scene = try Scene()
        scene.outer.becomeFirstResponder()
        scene.application.detectsShakes = true
        func accelerate(_ xs: [Double], every step: Int = 100) throws {
            for x in xs {
                try scene.harness.device.perform(.accelerate(x: x, y: 0, z: 0))
                scene.harness.advance(by: .milliseconds(step))
            }
        }
        try accelerate([1, 1, 3, -3, 3, 1, 1, 1, 1, 1, 1])
        #expect(scene.take() == ["outer.began(shake)", "outer.ended(shake)"])
        // A single jolt, and jolts in one direction, are none.
        try accelerate([3, 1, 1, 1, 1, 1])
        #expect(scene.take() == ["outer.began(shake)", "outer.cancelled(shake)"])
        try accelerate([3, 3, 3, 3, 1, 1, 1, 1, 1])
        #expect(scene.take() == ["outer.began(shake)", "outer.cancelled(shake)"])
        try accelerate([1, 1.7, 0.3, -1.7, 1])
        #expect(scene.take() == [])
        // A shake that never ends takes too long.
        try accelerate((0..<30).map { $0 % 2 == 0 ? 3 : -3 })
        #expect(scene.take().prefix(2) == ["outer.began(shake)", "outer.cancelled(shake)"])
        scene.application.detectsShakes = false
        try accelerate([1, 1, 1, 1, 1, 1, 3, -3, 3, 1, 1, 1, 1, 1, 1])
        #expect(scene.take().isEmpty)
    }

    // Rules: R26, R34.
    @Test("A remote control reaches the first responder only once the application receives such events")
    func remoteControl() throws {
        let scene = try Scene()
        try scene.harness.device.perform(.remoteControl(.remoteControlPlay))
        #expect(scene.take() == [])
        scene.application.beginReceivingRemoteControlEvents()
        #expect(scene.application.isReceivingRemoteControlEvents)
        try scene.harness.device.perform(.remoteControl(.remoteControlPlay))
        #expect(scene.take() == ["inner.remote(play)", "outer.remote(play)"])
        #expect(!scene.application.receiveRemoteControl(.motionShake))
        scene.application.endReceivingRemoteControlEvents()
        try scene.harness.device.perform(.remoteControl(.remoteControlNextTrack))
        #expect(scene.take() == [])
    }

    // Rules: R33.
    @Test("A handler of motion may remove its view, end the motion and run the loop")
    func hostile() throws {
        final class Hostile: View {
            var lines: [String] = []
            override var canBecomeFirstResponder: Bool { true }
            override func motionBegan(_ motion: EventSubtype, with event: MotionEvent) {
                lines.append("began")
                let application = window?.application
                removeFromSuperview()
                application?.endMotion()
                application?.beginMotion()
                application?.runLoop.runUntilIdle()
            }
            override func motionEnded(_ motion: EventSubtype, with event: MotionEvent) { lines.append("ended") }
        }
        let scene = try Scene()
        let view = scene.harness.add(Hostile(frame: .zero))
        view.becomeFirstResponder()
        scene.application.beginMotion()
        #expect(view.lines == ["began", "ended"])
        scene.application.endMotion()
        #expect(view.lines == ["began", "ended"])
    }
}
