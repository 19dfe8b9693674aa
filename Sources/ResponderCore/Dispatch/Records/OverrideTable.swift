internal import Glibc
internal import Logging
internal import ResponderTouchInput

/// Which overridable members a class overrides, read from its metadata.
///
/// The default `touchesMoved` only passes the message on to `next`. To skip it, the dispatch must know which classes
/// override which member. The metadata of a class tells this: its words hold the implementations of its overridable
/// members, from root to leaf (Swift's ABI document, TypeMetadata, "Class Metadata"). A class overrides a member when
/// the class's word for the member differs from the word of the base class. The position of that word is found once, by
/// probes: subclasses that override just one member.
///
/// Linux promises no stable ABI. So the table checks itself against classes with known answers, and when the check
/// fails, every class counts as overriding everything: slower, never wrong. In addition, before the dispatch skips a
/// member of a class for the first time, it calls the member once and requires that the base class's implementation
/// is entered (`ResponderClass.mustCall`).
///
/// The environment variable `RESPONDERKIT_OVERRIDE_TABLE` helps to find out whether the table causes a fault. With
/// `off` nothing is skipped: every responder on a touch's way is called, and the table only tells which responder a
/// trace names and which responders are owed an end. With `absent` no metadata is read, as on a system where the
/// self-check fails: a trace then names the first responder that is called, and a responder that is inserted into a
/// touch's chain breaks the chain even if the responder only passes messages on.
@MainActor
struct OverrideTable {
    /// The position of a member's word, and the word's values in the classes of this module that do not count as
    /// overriding the member.
    private struct Slot {
        var index: Int
        var base: [Int]
    }

    private var slots: [(member: Overrides, slot: Slot)] = []
    /// Whether the table knows which members classes override.
    private(set) var isValid = false
    /// Whether the dispatch relies on the table and skips members that a class does not override.
    private(set) var skips = false

    private(set) static var shared = OverrideTable()

    /// The members whose word was found; all of them, unless the table is absent.
    var found: Overrides { slots.reduce(into: []) { $0.formUnion($1.member) } }

    private init() {
        let wish = getenv("RESPONDERKIT_OVERRIDE_TABLE").map { String(cString: $0) }
        if wish == "absent" { return }
        for probe in Self.responderProbes + Self.pressProbes {
            guard let slot = Self.find(probe.type, beside: PlainResponder.self, root: Responder.self) else { return }
            slots.append((probe.member, slot))
        }
        for probe in Self.viewProbes {
            guard let slot = Self.find(probe.type, beside: PlainView.self, root: View.self) else { return }
            slots.append((probe.member, slot))
        }
        for (probe, plain, root, member) in Self.eventProbes {
            guard let slot = Self.find(probe, beside: plain, root: root) else { return }
            slots.append((member, slot))
        }
        // The module's own classes each compute `next`: these implementations do not count as overrides.
        guard let next = slots.firstIndex(where: { $0.member == .next }) else { return }
        slots[next].slot.base += Self.ownClasses.map { Self.words(of: $0)[slots[next].slot.index] }
        isValid = true
        isValid = (Self.knownAnswers + Self.knownPresses).allSatisfy { declared(by: $0.type) == $0.answer }
        skips = isValid && wish != "off"
    }

    /// The members that the dispatch must treat as overridden by the class; all of them when nothing may be skipped.
    func overrides(of type: Responder.Type) -> Overrides {
        skips ? declared(by: type) : .all
    }

    /// The members that the class overrides according to its metadata; all of them when the table is not valid.
    func declared(by type: Responder.Type) -> Overrides {
        guard isValid else { return .all }
        let words = Self.words(of: type)
        var missing: Overrides = []
        if !(type is View.Type) { missing.formUnion(Self.viewMembers) }
        if !(type is Window.Type) { missing.insert(.windowEvents) }
        if !(type is Application.Type) { missing.insert(.applicationEvents) }
        var result: Overrides = []
        for (member, slot) in slots where !missing.contains(member) {
            if !slot.base.contains(words[slot.index]) { result.insert(member) }
        }
        return result
    }

    /// Stops using the table for the rest of the process: from now on every responder on the way is called.
    static func giveUp(because type: Responder.Type) {
        guard shared.skips else { return }
        shared.skips = false
        ResponderClass.overrideEverything()
        RecordPool.forEachRecord {
            $0.pointee.overrides = .all
            $0.requireCallsOfChildren()
        }
        ProcessState.shared.didChange()
        Logger(label: "responderkit.ResponderKit").error(
            "the override table is wrong about \(type) and is no longer used: events are dispatched more slowly"
        )
    }

    // MARK: Metadata

    private static func words(of type: AnyClass) -> UnsafePointer<Int> {
        unsafeBitCast(type, to: UnsafePointer<Int>.self)
    }

    /// The number of words that follow a class's address point.
    ///
    /// Word 4 holds two sizes of 32 bits each: that of the metadata, and that of its part before the address point.
    private static func wordCount(of type: AnyClass) -> Int {
        let sizes = UInt(bitPattern: words(of: type)[4])
        return (Int(sizes & 0xffff_ffff) - Int(sizes >> 32)) / MemoryLayout<Int>.size
    }

    /// The first words describe the class itself: kind, superclass, flags, sizes, descriptor, destroyer.
    private static let firstMemberWord = 7

    /// Finds the only word in which the probe differs from `plain`, a class of the same shape that overrides nothing,
    /// and in which `plain` agrees with the root.
    private static func find(_ probe: AnyClass, beside plain: AnyClass, root: AnyClass) -> Slot? {
        let count = wordCount(of: root)
        guard (firstMemberWord..<4096).contains(count), wordCount(of: plain) >= count,
            wordCount(of: probe) == wordCount(of: plain)
        else { return nil }
        let (probed, base, original) = (words(of: probe), words(of: plain), words(of: root))
        let differing = (firstMemberWord..<count).filter { base[$0] == original[$0] && probed[$0] != base[$0] }
        guard differing.count == 1 else { return nil }
        return Slot(index: differing[0], base: [base[differing[0]]])
    }

    private static let viewMembers: Overrides = [.hitTest, .pointInside]
    private static let ownClasses: [Responder.Type] = [View.self, Window.self, ViewController.self, Application.self]
}

// MARK: - Probes

extension OverrideTable {
    fileprivate static let responderProbes: [(member: Overrides, type: Responder.Type)] = [
        (.began, BeganProbe.self), (.moved, MovedProbe.self), (.ended, EndedProbe.self),
        (.cancelled, CancelledProbe.self), (.next, NextProbe.self), (.estimateUpdates, EstimateUpdatesProbe.self),
        (.wheel, WheelProbe.self), (.canPerformAction, CanPerformActionProbe.self),
        (.actionTarget, ActionTargetProbe.self), (.undoManager, UndoManagerProbe.self),
    ]
    fileprivate static let viewProbes: [(member: Overrides, type: Responder.Type)] = [
        (.hitTest, HitTestProbe.self), (.pointInside, PointInsideProbe.self),
    ]
    fileprivate static let eventProbes: [(Responder.Type, Responder.Type, Responder.Type, Overrides)] = [
        (ApplicationProbe.self, PlainApplication.self, Application.self, .applicationEvents),
        (WindowProbe.self, PlainWindow.self, Window.self, .windowEvents),
    ]
    fileprivate static let knownAnswers: [(type: Responder.Type, answer: Overrides)] = [
        (PlainResponder.self, []), (PlainView.self, []), (View.self, []), (ViewController.self, []),
        (Window.self, []), (Application.self, []), (KnownMovedEnded.self, [.moved, .ended]),
        (KnownGeneric<Int>.self, [.began, .cancelled]), (KnownView.self, [.hitTest, .next, .estimateUpdates]),
        (KnownWheel.self, [.pointInside, .wheel]),
        (KnownActionTarget.self, [.canPerformAction, .actionTarget, .undoManager]),
        (PlainWindow.self, []), (PlainApplication.self, []), (KnownWindow.self, [.windowEvents, .pointInside]),
    ]
}

// The bodies differ, so that no linker merges two implementations.
private class PlainResponder: Responder {}
private class BeganProbe: Responder {
    override func touchesBegan(_ touches: TouchSet, with event: Event) { fatalError("began probe") }
}
private class MovedProbe: Responder {
    override func touchesMoved(_ touches: TouchSet, with event: Event) { fatalError("moved probe") }
}
private class EndedProbe: Responder {
    override func touchesEnded(_ touches: TouchSet, with event: Event) { fatalError("ended probe") }
}
private class CancelledProbe: Responder {
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { fatalError("cancelled probe") }
}
private class NextProbe: Responder {
    override var next: Responder? { fatalError("next probe") }
}
private class EstimateUpdatesProbe: Responder {
    override func touchesEstimatedPropertiesUpdated(_ touches: TouchSet) { fatalError("estimate updates probe") }
}
private class WheelProbe: Responder {
    override func scrollWheel(with event: WheelEvent) { fatalError("wheel probe") }
}
private class CanPerformActionProbe: Responder {
    override func canPerformAction(_ action: AnyAction, withSender sender: Any?) -> Bool { fatalError("can probe") }
}
private class ActionTargetProbe: Responder {
    override func target(forAction action: AnyAction, withSender sender: Any?) -> Responder? {
        fatalError("target probe")
    }
}
private class UndoManagerProbe: Responder {
    override var undoManager: UndoManager? { fatalError("undo manager probe") }
}
private class PlainView: View {}
private class HitTestProbe: View {
    override func hitTest(_ point: Point, with event: Event?) -> View? { fatalError("hit-test probe") }
}
private class PointInsideProbe: View {
    override func point(inside point: Point, with event: Event?) -> Bool { fatalError("inside probe") }
}

private class PlainApplication: Application {}
private class ApplicationProbe: Application {
    override func sendEvent(_ event: Event) { fatalError("application probe") }
}
private class PlainWindow: Window {}
private class WindowProbe: Window {
    override func sendEvent(_ event: Event) { fatalError("window probe") }
}

// Classes of other shapes, whose answers are known.
private class KnownMovedEnded: MovedProbe {
    override func touchesEnded(_ touches: TouchSet, with event: Event) { fatalError("known ended") }
}
private class KnownGeneric<Element>: BeganProbe {
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { fatalError("known cancelled") }
}
private class KnownWindow: WindowProbe {
    override func point(inside point: Point, with event: Event?) -> Bool { fatalError("known inside") }
}
private class KnownWheel: PointInsideProbe {
    override func scrollWheel(with event: WheelEvent) { fatalError("known wheel") }
}
private class KnownActionTarget: CanPerformActionProbe {
    override func target(forAction action: AnyAction, withSender sender: Any?) -> Responder? {
        fatalError("known target")
    }
    override var undoManager: UndoManager? { fatalError("known undo manager") }
}
private class KnownView: HitTestProbe {
    override var next: Responder? { fatalError("known next") }
    override func touchesEstimatedPropertiesUpdated(_ touches: TouchSet) { fatalError("known estimate updates") }
}
