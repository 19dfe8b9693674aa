/// A place in a ``RegistrationList``: what is called, and plain values that go with it.
@usableFromInline
package protocol Registration: BitwiseCopyable {
    associatedtype Object: AnyObject
    associatedtype Key: Hashable
    /// What is called; nil in an empty place.
    var object: Unmanaged<Object>? { get set }

    /// All that an object is looked for by.
    @MainActor
    static func keys(of object: Object) -> [Key]
    /// Whether the key names a target of the object that is gone, so that another target may be in its memory.
    @MainActor
    static func isStale(_ key: Key, of object: Object) -> Bool
    /// The object has got a place, at first or since others were closed up.
    @MainActor
    static func didPlace(_ object: Object, at place: Int)
}

/// What a recogniser or a control calls, in the order of registration; the list may change during the calls.
///
/// The list is in raw memory. A call borrows an object, so that it costs no retain. An object that is removed during
/// calls leaves an empty place until all calls are over; so places stay where they are. Few objects are searched one by
/// one; many have an index, and empty places are closed when they are more than half of all.
@usableFromInline
package struct RegistrationList<Element: Registration>: ~Copyable {
    @usableFromInline var elements = RawList<Element>(capacity: 0)
    /// How many calls of all objects are under way.
    @usableFromInline var calls = 0
    @usableFromInline var emptyPlaces = 0
    /// The number of places at which the objects are dropped whose targets are gone.
    @usableFromInline var nextPurge = 16
    /// Nil while there are few objects.
    @usableFromInline var index: PlaceIndex<Element.Key>?

    /// So many objects have no index.
    @inlinable static var mostWithoutIndex: Int { 16 }

    @inlinable package init() {}

    /// The number of places.
    @inlinable package var count: Int {
        @inline(__always) get { elements.count }
    }
    /// The first place, for changes of the plain values; valid until the list changes.
    @inlinable package var start: UnsafeMutablePointer<Element> {
        @inline(__always) get { elements.start }
    }
    @inlinable package var isIndexed: Bool { index != nil }

    @inlinable package subscript(place: Int) -> Element {
        @inline(__always) get { elements[place] }
    }

    /// Retains the object of the element.
    @MainActor @inlinable package mutating func append(_ element: Element) {
        guard let object = element.object?.retain() else { return }
        elements.append(element)
        object.borrow { Element.didPlace($0, at: count - 1) }
        if index != nil {
            addToIndex(count - 1)
        } else if count > Self.mostWithoutIndex {
            makeIndex()
        }
    }

    /// The places where an object with that key may be, in their order; nil where all places are to be tried.
    @inlinable package func places(of key: Element.Key) -> [Int]? { index?.places(of: key) }

    /// Empties a place; returns the object, for the caller to keep alive while it may be called.
    @MainActor @inlinable package mutating func remove(at place: Int) -> Element.Object? {
        guard let object = elements[place].object?.takeRetainedValue() else { return nil }
        elements.start[place].object = nil
        emptyPlaces += 1
        if let index { index.remove(Element.keys(of: object), at: place) }
        return object
    }

    @inlinable @inline(__always) package mutating func beginCalls() { calls += 1 }

    @MainActor @inlinable @inline(__always) package mutating func endCalls() {
        calls -= 1
        sweep()
    }

    /// Closes the empty places unless a call is under way.
    @MainActor @inlinable @inline(__always) package mutating func sweep() {
        if emptyPlaces > 0 && calls == 0 { closeEmptyPlaces() }
    }

    /// Among many objects only when more than half of the places are empty, since the index is made anew.
    @MainActor @inlinable @inline(never) mutating func closeEmptyPlaces() {
        guard index == nil || 2 * emptyPlaces > count else { return }
        var kept = 0
        for place in 0..<count {
            guard let object = elements[place].object else { continue }
            elements[kept] = elements[place]
            object.borrow { Element.didPlace($0, at: kept) }
            kept += 1
        }
        elements.truncate(to: kept)
        emptyPlaces = 0
        nextPurge = min(nextPurge, max(16, 2 * count))
        guard index != nil else { return }
        index = nil
        if count > Self.mostWithoutIndex / 2 { makeIndex() }
    }

    /// Whether the objects are to be dropped whose targets are gone: each time that there are twice as many places as
    /// were left before.
    @inlinable package var wantsPurge: Bool { count >= nextPurge }

    /// The objects whose targets are gone were dropped.
    @inlinable package mutating func didPurge() { nextPurge = max(16, 2 * count) }

    @MainActor @inlinable mutating func makeIndex() {
        index = PlaceIndex()
        for place in 0..<count { addToIndex(place) }
    }

    @MainActor @inlinable func addToIndex(_ place: Int) {
        guard let index, let object = elements[place].object else { return }
        let elements = elements.start
        object.borrow {
            index.add(Element.keys(of: $0), at: place) { key, place in
                elements[place].object?.borrow { Element.isStale(key, of: $0) } ?? true
            }
        }
    }

    /// Releases the objects: what calls them is freed.
    @inlinable package mutating func destroy() {
        for place in 0..<count { elements[place].object?.release() }
        elements.truncate(to: 0)
        index = nil
    }
}

/// Finds the places of the objects in a long ``RegistrationList``.
@usableFromInline
final class PlaceIndex<Key: Hashable> {
    @usableFromInline var places: [Key: Set<Int>] = [:]

    @inlinable init() {}

    /// - Parameter isStale: Whether the key names a former object in the memory of another one, for what is at a place.
    @inlinable func add(_ keys: [Key], at place: Int, isStale: (Key, Int) -> Bool) {
        for key in keys {
            // What was added for the former object is found by the key no more.
            if let former = places[key]?.first, isStale(key, former) { places[key] = nil }
            places[key, default: []].insert(place)
        }
    }

    @inlinable func remove(_ keys: [Key], at place: Int) {
        for key in keys {
            places[key]?.remove(place)
            if places[key]?.isEmpty == true { places[key] = nil }
        }
    }

    @inlinable func places(of key: Key) -> [Int] { places[key]?.sorted() ?? [] }
}
