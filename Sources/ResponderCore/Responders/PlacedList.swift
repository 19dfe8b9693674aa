/// The property in which objects note their places in lists of one kind; an object is in at most one such list.
@MainActor
package protocol ListPlace {
    associatedtype Element: AnyObject & Sendable
    static var path: ReferenceWritableKeyPath<Element, Int> { get }
}

/// Objects in the order in which they were added, each of which notes its place.
///
/// A removed object leaves a hole, so a removal takes the same time wherever the object stands. The holes are removed
/// when they are more than half of the places.
package struct PlacedList<Place: ListPlace> {
    package typealias Element = Place.Element

    /// The objects; nil in a hole.
    package private(set) var places: [Element?] = []
    private var holes = 0
    /// The array that apps read; nil if it must be made anew.
    private var array: [Element]? = []
    /// The number of pointers that removals have moved in `array` since it was last read.
    private var moves = 0

    /// Moving this many pointers costs about as much as putting one object into a new array.
    private static var movesPerObject: Int { 16 }

    var isEmpty: Bool { places.count == holes }

    /// The objects.
    @MainActor
    var all: [Element] {
        mutating get {
            moves = 0
            if let array { return array }
            let made = places.compactMap { $0 }
            array = made
            return made
        }
    }

    @MainActor
    mutating func append(_ object: Element) {
        object[keyPath: Place.path] = places.count
        places.append(object)
        array?.append(object)
    }

    /// Removes an object; does nothing if it is not there.
    @MainActor
    mutating func remove(_ object: Element) {
        guard object[keyPath: Place.path] < places.count, places[object[keyPath: Place.path]] === object else { return }
        removeFromArray(object)
        places[object[keyPath: Place.path]] = nil
        holes += 1
        while let last = places.last, last == nil {
            places.removeLast()
            holes -= 1
        }
        guard holes > 16, holes * 2 > places.count else { return }
        places.removeAll { $0 == nil }
        holes = 0
        for (index, object) in places.enumerated() { object?[keyPath: Place.path] = index }
    }

    /// Removes an object from `array`, since an app may read the array after each removal.
    ///
    /// This moves pointers in the array. If many pointers are moved without a reading, the array is dropped, and made
    /// anew at the next reading.
    @MainActor
    private mutating func removeFromArray(_ object: Element) {
        guard let array else { return }
        var (first, end) = (0, array.count - 1)
        while first < end {
            let middle = first + (end - first) / 2
            if array[middle][keyPath: Place.path] < object[keyPath: Place.path] {
                first = middle + 1
            } else {
                end = middle
            }
        }
        moves += array.count - 1 - first
        let isTooMuch = moves > Self.movesPerObject * max(64, array.count)
        if isTooMuch { self.array = nil } else { self.array?.remove(at: first) }
    }

    /// Removes and returns all objects, followed by `other`.
    mutating func takeAll(and other: consuming Element?) -> [Element] {
        var taken = places.compactMap { $0 }
        if let other { taken.append(other) }
        (places, holes, array) = ([], 0, [])
        return taken
    }
}
