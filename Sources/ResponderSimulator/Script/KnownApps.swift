/// The apps that a line of a script may name: those that are on the device, and those that lines before have declared.
struct KnownApps {
    /// The names, in the order in which they became known.
    private(set) var names: [String]
    private var given: Set<String>
    /// The lines that declare an app, by the app's name.
    private var lines: [String: Int] = [:]
    /// Whether a line may name any app.
    private let isOpen: Bool

    /// The apps on the device; nil where a line may name any app.
    init(_ given: [String]?) {
        names = given ?? []
        self.given = Set(names)
        isOpen = given == nil
    }

    mutating func declare(_ name: String, inLine line: Int) {
        names.append(name)
        lines[name] = line
    }

    /// The app is removed: its name is free again.
    mutating func forget(_ name: String) {
        names.removeAll { $0 == name }
        given.remove(name)
        lines[name] = nil
    }

    func isGiven(_ name: String) -> Bool { given.contains(name) }
    func line(declaring name: String) -> Int? { lines[name] }
    func contains(_ name: String) -> Bool { isOpen || given.contains(name) || lines[name] != nil }
}
