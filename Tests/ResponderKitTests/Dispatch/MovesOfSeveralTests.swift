import ResponderKitTesting
import Testing

@testable import ResponderCore

/// What the handler of the first of two views does.
enum HostileAct: CaseIterable {
    case removesOther, hidesWindow, endsOther, keepsEvent, changesRoot
    case movesBoth, ignoresTouches, sendsAgain, movesOther
}

@MainActor
@Suite("Several fingers that move in one frame")
struct MovesOfSeveralTests {
    /// Of four fingers that are down, two lost their view, and the other two have moved since.
    private func sceneWithTwoCancelled() throws -> PortScene {
        let scene = try PortScene()
        scene.application.isTouchCoalescingEnabled = false
        let left = RecordingView("left", log: scene.view.log, frame: Rect(0, 0, 100, 100))
        left.isMultipleTouchEnabled = true
        scene.view.addSubview(left)
        scene.send([(1, .began, 10), (2, .began, 20), (3, .began, 210), (4, .began, 220)])
        scene.settle()
        left.removeFromSuperview()
        scene.send([(3, .moved, 211), (4, .moved, 221)])
        return scene
    }

    // Rules: T32, T12.
    @Test("Fingers that were cancelled while they stayed down get nothing of frames of others")
    func cancelledFingers() throws {
        let scene = try sceneWithTwoCancelled()
        scene.settle()
        scene.view.log.clear()
        let events = scene.application.touchStatistics.events
        for step in 0..<3 {
            scene.send([(1, .moved, 11 + Double(step)), (2, .moved, 21)])
            scene.settle()
        }
        #expect(scene.view.log.lines == [])
        #expect(scene.application.touchStatistics.events == events)
    }

    // Rules: T12.
    @Test("Several fingers' moves are reported to a listener that comes while the first one is delivered")
    func listenerBetween() throws {
        let scene = try PortScene()
        let left = RecordingView("left", log: scene.view.log, frame: Rect(0, 0, 100, 100))
        scene.view.addSubview(left)
        scene.send([(1, .began, 10), (2, .began, 210)])
        scene.settle()
        scene.send([(1, .moved, 11), (2, .moved, 211)])
        scene.settle()
        var reported: [String] = []
        var handled = 0
        let listen: @MainActor (TouchDelivery) -> Void = {
            reported.append(($0.responder as? RecordingView)?.name ?? "-")
        }
        let handler: (Touch.Phase, TouchSet, Event) -> Void = { [unowned scene] _, _, _ in
            handled += 1
            if scene.application.onTouchDelivery == nil { scene.application.onTouchDelivery = listen }
        }
        left.handler = handler
        scene.view.handler = handler
        scene.send([(1, .moved, 12), (2, .moved, 212)])
        scene.settle()
        #expect(handled == 2)
        #expect(reported == ["view"])
    }

    // Rules: T8, T32.
    @Test("Moves of cancelled fingers leave a touch alone that has the slot of one of them")
    func reusedSlots() throws {
        let scene = try sceneWithTwoCancelled()
        scene.send([(1, .moved, 11), (2, .moved, 21)])
        scene.settle()
        // As many as there are slots, one after the other: the slots of the first two are used again.
        for finger in 10..<70 { scene.send([(finger, .began, 300), (finger + 100, .began, 301)]) }
        scene.settle()
        scene.view.log.clear()
        scene.send([(1, .moved, 11), (2, .moved, 21)])
        scene.send([(1, .moved, 11), (2, .moved, 21)])
        scene.settle()
        #expect(scene.view.log.lines == [])
    }

    // Rules: T12, T20, T26.
    // Rules: T33.
    @Test(
        "Moves reach the second view, or it gets its cancel, whatever the first one's handler does",
        arguments: HostileAct.allCases,
        [true, false]
    )
    func hostileFirst(act: HostileAct, coalescing: Bool) throws {
        let log = ResponderLog()
        let scene = try PortScene()
        scene.application.isTouchCoalescingEnabled = coalescing
        let left = RecordingView("left", log: log, frame: Rect(0, 0, 100, 100))
        let right = RecordingView("right", log: log, frame: Rect(100, 0, 100, 100))
        scene.view.addSubview(left)
        scene.view.addSubview(right)
        scene.send([(1, .began, 10), (2, .began, 110)])
        scene.settle()
        scene.send([(1, .moved, 11), (2, .moved, 111)])
        scene.settle()
        var kept: [Event] = []
        left.handler = { [unowned scene, unowned left, unowned right] _, _, event in
            left.handler = nil
            switch act {
            case .removesOther: right.removeFromSuperview()
            case .hidesWindow: scene.window.isHidden = true
            case .endsOther:
                scene.send([(1, .moved, 13), (2, .ended, 113)])
                scene.turn()
            case .keepsEvent: kept.append(event)
            case .changesRoot: scene.window.rootViewController = ViewController()
            case .movesBoth:
                scene.send([(2, .moved, 113), (1, .moved, 13)])
                scene.turn()
            case .ignoresTouches: scene.application.beginIgnoringInteractionEvents()
            case .sendsAgain: scene.application.sendEvent(event)
            case .movesOther: scene.window.addSubview(right)
            }
        }
        log.clear()
        scene.send([(1, .moved, 12), (2, .moved, 112)], at: 5)
        scene.settle()
        scene.send([(1, .moved, 14), (2, .moved, 114)], at: 6)
        scene.settle()
        scene.send([(1, .ended, 15), (2, .ended, 115)], at: 7)
        scene.settle()
        for name in ["left", "right"] {
            let ends = log.lines.filter { $0.hasPrefix("\(name).ended") || $0.hasPrefix("\(name).cancelled") }
            #expect(ends.count == 1)
            #expect(log.lines.last { $0.hasPrefix("\(name).") } == ends.first)
        }
        for event in kept { #expect(event.timestamp == .milliseconds(5)) }
        for event in kept { #expect(event.allTouches.count == 2) }
    }
}
