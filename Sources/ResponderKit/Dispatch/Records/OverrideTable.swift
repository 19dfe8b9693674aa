internal import Glibc
internal import Logging
internal import ResponderTouchInput

/// Which overridable members a class overrides, read from its metadata.
///
/// A default `touchesMoved` does nothing but pass on to `next`. To skip it, the dispatch must know which classes
/// override which member. That is a property of the class, and stands in its metadata: the words of a class hold the
/// implementations of its overridable members, from root to leaf (Swift's ABI document, TypeMetadata, "Class
/// Metadata"). A member is overridden when the class's word for it is another than its base class's. Where that word
/// stands is found once, by probes: subclasses that override just one member.
///
/// Linux promises no stable ABI. So the table checks itself against classes whose answers are known, and where that
/// fails, takes every class to override everything: slower, never wrong. And once a class, the first time a member would
/// be skipped, it is called and must arrive in the base class's implementation (`ResponderClass.called`).
///
/// `RESPONDERKIT_OVERRIDE_TABLE` in the environment shows whether a fault is the table's own. With `off` nothing is
/// skipped, every responder on a touch's way is called, and the table only says who a trace names and who is owed an
/// end. With `absent` no metadata is read at all, as on a system that the self-check does not know: a trace then names
/// the first that is called, and a responder that comes into a touch's chain breaks it though it would only pass on.
@MainActor
struct OverrideTable {
    /// A member's word: where it stands, and what stands there in the classes of this module that do not count as
    /// overriding it.
    private struct Slot {
        var index: Int
        var base: [Int]
    }

    private var slots: [(member: Overrides, slot: Slot)] = []
    /// Whether the table knows what classes override.
    private(set) var isValid = false
    /// Whether the dispatch relies on it and skips what a class does not override.
    private(set) var skips = false

    private(set) static var shared = OverrideTable()

    /// Members whose word was found; all of them, unless the table is absent.
    var found: Overrides { slots.reduce(into: []) { $0.formUnion($1.member) } }

    private init() {
        let wish = getenv("RESPONDERKIT_OVERRIDE_TABLE").map { String(cString: $0) }
        if wish == "absent" { return }
        for probe in Self.responderProbes {
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
        // The module's own classes each compute `next`: theirs are known implementations, not overrides.
        guard let next = slots.firstIndex(where: { $0.member == .next }) else { return }
        slots[next].slot.base += Self.ownClasses.map { Self.words(of: $0)[slots[next].slot.index] }
        isValid = true
        isValid = Self.knownAnswers.allSatisfy { told(of: $0.type) == $0.answer }
        skips = isValid && wish != "off"
    }

    /// What the dispatch takes the class to override: everything where nothing is to be skipped.
    func overrides(of type: Responder.Type) -> Overrides {
        skips ? told(of: type) : .all
    }

    /// What the class overrides; everything where the table is not valid.
    func told(of type: Responder.Type) -> Overrides {
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

    /// Gives up the table for the rest of the process: from now on every responder on the way is called.
    static func giveUp(because type: Responder.Type) {
        guard shared.skips else { return }
        shared.skips = false
        ResponderClass.overrideEverything()
        RecordPool.forEachRecord {
            $0.pointee.overrides = .all
            $0.askAllChildren()
        }
        Hierarchy.shared.didChange()
        Logger(label: "responderkit.ResponderKit").error(
            "the override table is wrong about \(type) and is given up: events are dispatched more slowly from now on"
        )
    }

    // MARK: Metadata

    private static func words(of type: AnyClass) -> UnsafePointer<Int> {
        unsafeBitCast(type, to: UnsafePointer<Int>.self)
    }

    /// How many words follow a class's address point.
    ///
    /// Word 4 holds the sizes of the metadata and of what is before the address point, 32 bits each.
    private static func wordCount(of type: AnyClass) -> Int {
        let sizes = UInt(bitPattern: words(of: type)[4])
        return (Int(sizes & 0xffff_ffff) - Int(sizes >> 32)) / MemoryLayout<Int>.size
    }

    /// The first words describe the class itself: kind, superclass, flags, sizes, descriptor, destroyer.
    private static let firstMemberWord = 7

    /// The one word in which the probe differs from a class like it that overrides nothing, and that class agrees with
    /// the root.
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
        (PlainWindow.self, []), (PlainApplication.self, []), (KnownWindow.self, [.windowEvents, .pointInside]),
    ]
}

// The bodies differ, so that no linker takes two of them for one.
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
private class KnownView: HitTestProbe {
    override var next: Responder? { fatalError("known next") }
    override func touchesEstimatedPropertiesUpdated(_ touches: TouchSet) { fatalError("known estimate updates") }
}
