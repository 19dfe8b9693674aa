public import ResponderCore
internal import ResponderTouchInput

/// The bar of a tab bar controller, with a tab for each controller; all tabs are equally wide.
///
/// A finger that is lifted inside a tab chooses the tab.
public final class TabBar: View {
    /// The bar's height in points.
    static let height = 49.0

    weak var controller: TabBarController?
    /// The tabs, from left to right.
    public private(set) var items: [TabBarItem] = []
    /// The place of the selected tab among ``items``; -1 if there is none.
    private var selectedIndex = -1
    /// A view for each item.
    private(set) var tabs: [TabView] = []

    init() {
        super.init(frame: .zero)
        BarBackground.apply(to: self)
    }

    /// Draws the line above the bar.
    ///
    /// - Complexity: O(1); allocates what the canvas keeps.
    public override func draw(_ rect: Rect, in canvas: any Canvas) {
        BarBackground.drawLine(above: 1, of: self, in: canvas)
    }

    /// Shows the tabs of these controllers.
    func show(_ controllers: [ViewController]) {
        items = controllers.map { $0.tabBarItem }
        select(-1)
        // Items that stay keep their views, so that fingers on them stay, too.
        var former: [ObjectIdentifier: TabView] = [:]
        for tab in tabs { former[ObjectIdentifier(tab.item)] = tab }
        let left = tabs
        tabs = items.map { former.removeValue(forKey: ObjectIdentifier($0)) ?? TabView(for: $0, in: self) }
        for tab in left.reversed() where former[ObjectIdentifier(tab.item)] != nil { tab.removeFromSuperview() }
        for tab in tabs where tab.superview == nil { addSubview(tab) }
        setNeedsLayout()
    }

    /// Marks the tab at a place as the selected one; -1 for none.
    func select(_ index: Int) {
        if tabs.indices.contains(selectedIndex) { tabs[selectedIndex].isSelected = false }
        selectedIndex = index
        if tabs.indices.contains(index) { tabs[index].isSelected = true }
    }

    /// The item of the selected tab; nil if there is none.
    public var selectedItem: TabBarItem? { items.indices.contains(selectedIndex) ? items[selectedIndex] : nil }

    /// Takes the texts from the items, and divides the width among the tabs.
    ///
    /// - Complexity: Linear in the tabs; no allocation of its own.
    public override func layoutSubviews() {
        let width = tabs.isEmpty ? 0 : bounds.size.width / Double(tabs.count)
        for (index, tab) in tabs.enumerated() {
            tab.frame = Rect(Double(index) * width, 0, width, bounds.size.height)
            tab.update()
        }
    }
}

/// A tab in a tab bar.
final class TabView: BarButton {
    let item: TabBarItem
    let badge = BarLabel()
    var isSelected = false {
        didSet { label.style.color = isSelected ? BarLabel.tint : .gray }
    }

    init(for item: TabBarItem, in bar: TabBar) {
        self.item = item
        super.init()
        label.style.color = .gray
        badge.style = TextStyle(fontSize: 11, color: .red)
        addSubview(badge)
        onTap = { [weak bar, unowned item] in
            if let controller = item.controller { bar?.controller?.tabWasTapped(of: controller) }
        }
    }

    /// Takes the texts from the item.
    func update() {
        label.text = item.title
        badge.text = item.badgeValue
        badge.isHidden = item.badgeValue == nil
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        badge.frame = Rect(bounds.size.width * 2 / 3, 0, bounds.size.width / 3, bounds.size.height / 3)
    }
}
