internal import ResponderEventLoop
internal import ResponderKit
internal import ResponderSupport

/// A view in a file, with the views inside it.
struct ViewNode {
    let line: Int
    let place: KeyPlace
    let className: PlacedName
    let identifier: PlacedName?
    let outlet: PlacedName?
    let frame: Rect?
    let text: PlacedName?
    let isEnabled: PlacedFlag?
    let isOn: PlacedFlag?
    private let accessibilityIdentifier: String?
    private let accessibilityLabel: String?
    private let accessibilityValue: String?
    private let isAccessibilityElement: Bool?
    private let restorationIdentifier: String?
    private let tag: Int?
    private let alpha: Double?
    private let isHidden: Bool?
    private let isUserInteractionEnabled: Bool?
    private let isMultipleTouchEnabled: Bool?
    private let isExclusiveTouch: Bool?
    private let clipsToBounds: Bool?
    private let backgroundColor: Color?
    private let autoresizesSubviews: Bool?
    private let autoresizingMask: AutoresizingMask?
    let subviews: [ViewNode]

    private static let keys = [
        "class", "id", "outlet", "frame", "text", "isEnabled", "isOn", "accessibilityIdentifier", "accessibilityLabel",
        "accessibilityValue", "isAccessibilityElement", "restorationIdentifier", "tag", "alpha", "isHidden",
        "isUserInteractionEnabled", "isMultipleTouchEnabled", "isExclusiveTouch", "backgroundColor", "clipsToBounds",
        "autoresizesSubviews", "autoresizingMask", "subviews",
    ]

    /// Reads a view; the depth of its subviews is bounded by that of the JSON text.
    init(_ value: JSONValue, at place: KeyPlace) throws(Problem) {
        let fields = try Fields(value, at: place, of: "a view", keys: Self.keys)
        line = value.line
        self.place = place
        className = try fields.className(default: "View")
        identifier = try fields.name("id")
        outlet = try fields.name("outlet")
        frame = try fields.numbers("frame", ["x", "y", "width", "height"], firstExtent: 2).map {
            Rect($0[0], $0[1], $0[2], $0[3])
        }
        text = try fields.placedText("text")
        isEnabled = try fields.placedFlag("isEnabled")
        isOn = try fields.placedFlag("isOn")
        accessibilityIdentifier = try fields.name("accessibilityIdentifier")?.text
        accessibilityLabel = try fields.text("accessibilityLabel")
        accessibilityValue = try fields.text("accessibilityValue")
        isAccessibilityElement = try fields.flag("isAccessibilityElement")
        restorationIdentifier = try fields.name("restorationIdentifier")?.text
        tag = try fields.integer("tag")
        alpha = try fields.number("alpha", in: 0...1)
        isHidden = try fields.flag("isHidden")
        isUserInteractionEnabled = try fields.flag("isUserInteractionEnabled")
        isMultipleTouchEnabled = try fields.flag("isMultipleTouchEnabled")
        isExclusiveTouch = try fields.flag("isExclusiveTouch")
        backgroundColor = try fields.color("backgroundColor")
        clipsToBounds = try fields.flag("clipsToBounds")
        autoresizesSubviews = try fields.flag("autoresizesSubviews")
        autoresizingMask = try Self.mask(fields)
        var subviews: [ViewNode] = []
        for (value, place) in try fields.list("subviews") { subviews.append(try ViewNode(value, at: place)) }
        self.subviews = subviews
    }

    /// Gives a view the properties that the file names; others keep the values that the class has given them.
    @MainActor
    func apply(to view: View) {
        // The class may have made the view with a frame of its own.
        if let frame, view.frame != frame { view.frame = frame }
        if let name = accessibilityIdentifier ?? identifier?.text { view.accessibilityIdentifier = name }
        if let accessibilityLabel { view.accessibilityLabel = accessibilityLabel }
        if let accessibilityValue { view.accessibilityValue = accessibilityValue }
        if let isAccessibilityElement { view.isAccessibilityElement = isAccessibilityElement }
        if let restorationIdentifier { view.restorationIdentifier = restorationIdentifier }
        if let tag { view.tag = tag }
        if let alpha { view.alpha = alpha }
        if let isHidden { view.isHidden = isHidden }
        if let isUserInteractionEnabled { view.isUserInteractionEnabled = isUserInteractionEnabled }
        if let isMultipleTouchEnabled { view.isMultipleTouchEnabled = isMultipleTouchEnabled }
        if let isExclusiveTouch { view.isExclusiveTouch = isExclusiveTouch }
        if let backgroundColor { view.backgroundColor = backgroundColor }
        if let clipsToBounds { view.clipsToBounds = clipsToBounds }
        if let autoresizesSubviews { view.autoresizesSubviews = autoresizesSubviews }
        if let autoresizingMask { view.autoresizingMask = autoresizingMask }
    }

    // MARK: Autoresizing

    private static let masks: [(name: String, mask: AutoresizingMask)] = [
        ("flexibleLeftMargin", .flexibleLeftMargin), ("flexibleWidth", .flexibleWidth),
        ("flexibleRightMargin", .flexibleRightMargin), ("flexibleTopMargin", .flexibleTopMargin),
        ("flexibleHeight", .flexibleHeight), ("flexibleBottomMargin", .flexibleBottomMargin),
    ]

    private static func mask(_ fields: Fields) throws(Problem) -> AutoresizingMask? {
        guard fields.value("autoresizingMask") != nil else { return nil }
        var mask: AutoresizingMask = []
        for (value, place) in try fields.list("autoresizingMask") {
            guard case .text(let name) = value.content, let part = masks.first(where: { $0.name == name }) else {
                let names = masks.map(\.name).joined(separator: ", ")
                var said = value.kind
                if case .text(let name) = value.content { said = name.quotedInOneLine(limit: 64) }
                throw Problem(line: value.line, place: place, text: "\(said) is no part of a mask; there are \(names)")
            }
            mask.insert(part.mask)
        }
        return mask
    }
}
