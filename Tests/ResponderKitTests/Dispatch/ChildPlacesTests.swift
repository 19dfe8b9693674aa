import TestSupport
import Testing

@testable import ResponderCore

/// How many seeds to run; `RESPONDERKIT_MODEL_SEEDS` sets another number.
private let seeds = environment("RESPONDERKIT_MODEL_SEEDS") ?? UInt64(4)

@MainActor
@Suite("The places of many subviews")
struct ChildPlacesTests {
    @Test("Whatever is done, in whatever order, the subviews are those of a plain array", arguments: 0..<seeds)
    func model(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let parent = View(frame: Rect(0, 0, 100, 100))
        var model: [View] = []
        // Many of one kind one after another: so that room is used up in one place.
        var kind = 0
        for step in 0..<6_000 {
            if step % 50 == 0 { kind = Int.random(in: 0..<12, using: &random) }
            let isAny = Int.random(in: 0..<4, using: &random) == 0
            apply(isAny ? Int.random(in: 0..<12, using: &random) : kind, to: parent, &model, &random)
            let isRead = (step / 500) % 2 == 0 || step % 100 == 0
            if isRead { try #require(parent.subviews == model, "step \(step)") }
            if step % 20 == 0 { try #require(problem(of: parent, model) == nil, "step \(step)") }
            // Searched often enough at times for an index.
            if (step / 1_000) % 2 == 0 { _ = parent.hitTest(Point(50, 50), with: nil) }
        }
        for view in parent.subviews { view.removeFromSuperview() }
        #expect(parent.subviews.isEmpty && parent.record.pointee.placeCount == 0)
    }

    private func apply(_ kind: Int, to parent: View, _ model: inout [View], _ random: inout SeededGenerator) {
        func place(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
        let view = View(frame: Rect(Double(place(99)), Double(place(99)), 5, 5))
        let sibling = model.isEmpty ? nil : model[place(model.count)]
        switch (kind, sibling) {
        case (0, _):
            parent.addSubview(view)
            model.append(view)
        case (1, _), (2, nil):
            parent.insertSubview(view, at: 0)
            model.insert(view, at: 0)
        case (2, let sibling?):
            parent.insertSubview(view, belowSubview: sibling)
            model.insert(view, at: model.firstIndex(of: sibling) ?? 0)
        case (3, let sibling?):
            parent.insertSubview(view, aboveSubview: sibling)
            model.insert(view, at: (model.firstIndex(of: sibling) ?? 0) + 1)
        case (4, _):
            let place = model.count / 2
            parent.insertSubview(view, at: place)
            model.insert(view, at: place)
        case (5, let sibling?), (6, let sibling?):
            sibling.removeFromSuperview()
            model.removeAll { $0 === sibling }
        case (7, _?):
            model.removeFirst().removeFromSuperview()
        case (8, let sibling?):
            parent.bringSubviewToFront(sibling)
            model.removeAll { $0 === sibling }
            model.append(sibling)
        case (9, let sibling?):
            parent.sendSubviewToBack(sibling)
            model.removeAll { $0 === sibling }
            model.insert(sibling, at: 0)
        case (10, _?):
            let (first, second) = (place(model.count), place(model.count))
            parent.exchangeSubview(at: first, withSubviewAt: second)
            model.swapAt(first, second)
        case (11, let sibling?):
            // From elsewhere among them, to anywhere.
            let place = place(model.count)
            parent.insertSubview(sibling, at: place)
            model.removeAll { $0 === sibling }
            model.insert(sibling, at: min(place, model.count))
        default: break
        }
    }

    /// What is wrong with the places; nil for nothing.
    private func problem(of parent: View, _ model: [View]) -> String? {
        let record = parent.record
        var records: [RecordPointer] = []
        record.forEachChild { records.append($0) }
        guard records == model.map(\.record) else { return "other subviews" }
        guard record.subviewCount == model.count else { return "another count" }
        let end = Int(record.pointee.placeCount)
        guard let entries = record.pointee.children else { return model.isEmpty ? nil : "no entries" }
        if end < ChildIndex.leastChildren && end != model.count { return "holes among few" }
        if end > 4 * max(64, model.count) { return "\(end) places for \(model.count)" }
        if end > 0 && entries[end - 1].record == record { return "the last is a hole" }
        for place in 0..<end where entries[place].record == record {
            if !entries[place].excludes(.zero) || entries[place].mustBeCalled { return "a hole is hit" }
        }
        for (position, view) in model.enumerated() {
            guard let place = record.place(of: view.record) else { return "one is not found" }
            guard record.position(of: place) == position else { return "another position" }
            guard record.place(ofSubviewAt: position) == place else { return "another place" }
        }
        var counts: [Int: Int32] = [:]
        for place in 0..<end where entries[place].record != record {
            counts[ChildList.segment(of: place), default: 0] += 1
        }
        for segment in 0...ChildList.segment(of: Int(ChildList.of(entries).pointee.capacity)) {
            if ChildList.counters(of: entries)[segment] != counts[segment] ?? 0 {
                return "segment \(segment) is counted wrong"
            }
        }
        return nil
    }

    @Test("Subviews are kept by their superview, and let go when they are taken out or the superview goes")
    func lifetimes() {
        weak var kept: View?
        weak var removed: View?
        do {
            let parent = View()
            for _ in 0..<200 { parent.addSubview(View()) }
            kept = parent.subviews[150]
            removed = parent.subviews[3]
            for view in parent.subviews.prefix(100) { view.removeFromSuperview() }
            #expect(kept != nil && removed == nil)
            #expect(parent.subviews.count == 100)
        }
        #expect(kept == nil)
    }
}
