/// A controller's children, in the order in which they were added.
///
/// A removed child leaves a hole, so a removal takes the same time wherever the child stands. The holes are removed
/// when they are as many as the children.
struct ChildControllers {
    private var places: [ViewController?] = []
    private var holes = 0
    /// The array that apps read; nil if it must be made anew.
    private var array: [ViewController]? = []

    var isEmpty: Bool { places.count == holes }

    /// The children.
    @MainActor
    var all: [ViewController] {
        mutating get {
            if let array { return array }
            let made = places.compactMap { $0 }
            array = made
            return made
        }
    }

    @MainActor
    mutating func append(_ child: ViewController) {
        child.childPlace = places.count
        places.append(child)
        array?.append(child)
    }

    @MainActor
    mutating func remove(_ child: ViewController) {
        let place = child.childPlace
        if array?.last === child { array?.removeLast() } else { array = nil }
        places[place] = nil
        holes += 1
        while let last = places.last, last == nil {
            places.removeLast()
            holes -= 1
        }
        guard holes > 16, holes * 2 > places.count else { return }
        places.removeAll { $0 == nil }
        holes = 0
        for (place, child) in places.enumerated() { child?.childPlace = place }
    }

    /// Removes and returns the children, with another controller behind them.
    mutating func takeAll(and other: consuming ViewController?) -> [ViewController] {
        var taken = places.compactMap { $0 }
        if let other { taken.append(other) }
        self = ChildControllers()
        return taken
    }
}
