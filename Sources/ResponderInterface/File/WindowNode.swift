internal import ResponderKit

/// The window in a file.
struct WindowNode {
    let className: PlacedName
    let size: Size

    private static let keys = ["class", "size"]

    init(_ value: JSONValue, at place: KeyPlace) throws(Problem) {
        let fields = try Fields(value, at: place, of: "the window", keys: Self.keys)
        className = try fields.className(default: "Window")
        guard let size = try fields.numbers("size", ["width", "height"], firstExtent: 0) else {
            throw fields.problem(
                "the window has no size; write \"size\": [width, height], that of the screen in points"
            )
        }
        self.size = Size(size[0], size[1])
    }
}
