/// A view controller in a file, with its view and its children.
struct ControllerNode {
    let line: Int
    let place: KeyPlace
    let className: PlacedName
    let outlet: PlacedName?
    let title: String?
    let restorationIdentifier: String?
    let view: ViewNode?
    let children: [ControllerNode]

    private static let keys = ["class", "outlet", "title", "restorationIdentifier", "view", "children"]

    /// Reads a controller; the depth of its children is bounded by that of the JSON text.
    init(_ value: JSONValue, at place: KeyPlace) throws(Problem) {
        let fields = try Fields(value, at: place, of: "a controller", keys: Self.keys)
        line = value.line
        self.place = place
        className = try fields.className(default: "ViewController")
        outlet = try fields.name("outlet")
        title = try fields.text("title")
        restorationIdentifier = try fields.name("restorationIdentifier")?.text
        var view: ViewNode?
        if let (value, place) = fields.value("view") { view = try ViewNode(value, at: place) }
        self.view = view
        var children: [ControllerNode] = []
        for (value, place) in try fields.list("children") { children.append(try ControllerNode(value, at: place)) }
        self.children = children
    }
}
