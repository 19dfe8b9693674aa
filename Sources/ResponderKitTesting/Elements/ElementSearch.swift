internal import ResponderKit
internal import ResponderSupport

extension ElementQuery {
    /// The elements of the tree that fit, in the order of the tree.
    @MainActor
    func matches(in tree: ElementTree) -> [Element] {
        var found = tree.filter { fits($0, in: tree) }
        for query in outer {
            let around = query.matches(in: tree)
            let inside = Set(around.flatMap { tree.elements(inside: $0).map(\.index) })
            found = found.filter { inside.contains($0.index) }
        }
        guard let place else { return found }
        return found.indices.contains(place) ? [found[place]] : []
    }

    /// The tree for those who look for what fits: the keys of a keyboard only if a key is asked for.
    package func text(of tree: ElementTree) -> String { tree.text(listsKeys: role == .key) }

    /// Whether views that are no elements may fit.
    var concernsAllViews: Bool { viewClass != nil || tag != nil || outer.contains { $0.concernsAllViews } }

    @MainActor
    private func fits(_ element: Element, in tree: ElementTree) -> Bool {
        if let role, element.role != role { return false }
        if let identifier, element.identifier != identifier { return false }
        if let text, element.label != text, element.value != text { return false }
        if let name, element.label != name, element.value != name, element.identifier != name { return false }
        if let tag, element.part != nil || element.view.tag != tag { return false }
        if let viewClass, element.part != nil || !viewClass.contains(element.view) { return false }
        guard let label, element.label != label else { return true }
        guard element.label == nil, role != nil else { return false }
        return tree.elements(inside: element).contains { $0.role == .text && $0.label == label }
    }

    /// The elements that the test may have meant: those with the nearest name.
    @MainActor
    func nearest(in tree: ElementTree) -> [Element] {
        guard let wanted = label ?? identifier ?? text ?? name else {
            return Array(tree.filter { role == nil || $0.role == role }.prefix(Self.mostNearest))
        }
        let distances = tree.compactMap { element -> (element: Element, distance: Int)? in
            let names = [element.label, element.identifier, element.value].compactMap { $0 }
            let distance = names.map { Self.distance(wanted, $0) }.min()
            return distance.map { (element, $0 + (element.role == role ? 0 : 1)) }
        }
        let near = distances.filter { $0.distance <= max(2, wanted.count / 2) }
        return near.sorted { ($0.distance, $0.element.index) < ($1.distance, $1.element.index) }
            .prefix(Self.mostNearest).map(\.element)
    }

    private static let mostNearest = 3
    /// The greatest length of names that are compared character by character.
    private static let longestName = 40

    private static func distance(_ wanted: String, _ name: String) -> Int {
        let lengths = (wanted.count, name.count)
        guard max(lengths.0, lengths.1) <= longestName else { return wanted == name ? 0 : longestName }
        return wanted.editDistance(to: name)
    }
}
