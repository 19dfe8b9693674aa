internal import ResponderCore

/// The controllers of a tab bar controller and the selected one: as the app has set them, and as they were carried out
/// last.
@MainActor
struct TabList {
    /// The controllers that the app has set.
    private(set) var controllers: [ViewController] = []
    /// The place of the selected controller, -1 if there are no controllers.
    private(set) var selectedIndex = -1
    private var carriedOut: [ViewController] = []
    private var areOthers = false
    /// Whether there are changes to carry out.
    private(set) var hasChanges = false

    var selected: ViewController? { controllers.isEmpty ? nil : controllers[selectedIndex] }

    mutating func select(_ index: Int) {
        guard index != selectedIndex else { return }
        selectedIndex = index
        hasChanges = true
    }

    mutating func replace(with new: [ViewController]) {
        let former = selected
        controllers = new
        if let index = new.firstIndex(where: { $0 === former }) {
            selectedIndex = index
        } else if !new.indices.contains(selectedIndex) {
            selectedIndex = new.isEmpty ? -1 : 0
        }
        (areOthers, hasChanges) = (true, true)
    }

    /// Removes a controller that is no longer a child.
    mutating func remove(_ controller: ViewController) {
        guard let index = controllers.lastIndex(where: { $0 === controller }) else { return }
        controllers.remove(at: index)
        if index < selectedIndex || selectedIndex == controllers.count { selectedIndex -= 1 }
        (areOthers, hasChanges) = (true, true)
    }

    /// Returns the changes since the last call.
    mutating func takeChanges() -> Changes {
        defer { (areOthers, hasChanges) = (false, false) }
        guard areOthers else {
            return Changes(left: [], tabs: nil, selected: selected, selectedIndex: selectedIndex)
        }
        let members = Set(controllers.map { ObjectIdentifier($0) })
        let left = carriedOut.filter { !members.contains(ObjectIdentifier($0)) }
        carriedOut = controllers
        return Changes(left: left, tabs: controllers, selected: selected, selectedIndex: selectedIndex)
    }

    /// Returns to the controllers that were carried out last, without those that are no longer children, and to the
    /// selection that is shown.
    @MainActor
    mutating func dropChanges(of container: TabBarController) {
        let stays = carriedOut.filter { $0.parent === container }
        controllers = stays
        let shown = container.content.controller
        selectedIndex = stays.firstIndex { $0 === shown } ?? (stays.isEmpty ? -1 : 0)
        areOthers = stays.count < carriedOut.count
        hasChanges = areOthers || stays.count > 0 && selected !== shown
    }

    struct Changes {
        /// The controllers that have left.
        let left: [ViewController]
        /// All controllers, if they have changed; otherwise nil.
        let tabs: [ViewController]?
        let selected: ViewController?
        let selectedIndex: Int
    }
}
