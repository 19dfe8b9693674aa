/// A view controller in a file, with its view.
struct ControllerNode {
    let line: Int
    let place: KeyPlace
    let className: ClassName
    let view: ViewNode?

    private static let keys = ["class", "view"]

    init(_ value: JSONValue, at place: KeyPlace) throws(Problem) {
        let fields = try Fields(value, at: place, of: "a controller", keys: Self.keys)
        line = value.line
        self.place = place
        className = try fields.className(default: "ViewController")
        var view: ViewNode?
        if let (value, place) = fields.value("view") { view = try ViewNode(value, at: place) }
        self.view = view
    }
}
