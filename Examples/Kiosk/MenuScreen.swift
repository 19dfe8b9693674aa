import ResponderKit

/// The list of dishes: a finger scrolls it, and each row has buttons of its own.
final class MenuScreen: ViewController, ListViewDataSource, ListViewDelegate {
    private let list = ListView(frame: .zero)
    /// By row, how many are ordered.
    private var orders: [Int: Int] = [:]

    override init() {
        super.init()
        title = "Menu"
    }

    override func loadView() {
        list.rowHeight = 80
        list.hasSeparators = true
        list.register(DishRow.self, forCellReuseIdentifier: "dish")
        list.dataSource = self
        list.delegate = self
        view = list
    }

    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { 100 }

    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
        let cell = listView.dequeueReusableCell(withIdentifier: "dish")
        (cell as? DishRow)?.show(indexPath.row, orders[indexPath.row, default: 0]) { [unowned self] in
            order($0, indexPath.row)
        }
        return cell
    }

    func listView(_ listView: ListView, didSelectRowAt indexPath: ListView.IndexPath) {
        say("dish \(indexPath.row + 1)")
    }

    func scrollViewWillBeginDragging(_ scrollView: ScrollView) { say("menu is dragged") }

    func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {
        if !willDecelerate { sayWhere() }
    }

    func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { sayWhere() }

    private func sayWhere() {
        if let first = list.indexPathForRow(at: list.contentOffset) { say("menu from dish \(first.row + 1) on") }
    }

    private func order(_ number: Int, _ row: Int) {
        orders[row] = number
        say("dish \(row + 1): \(number) ordered")
    }
}

/// A row of the menu, with a stepper for how many are ordered.
final class DishRow: ListCell {
    private let name = Label(frame: .zero)
    private let number = Label(frame: .zero)
    private let stepper = Stepper(frame: .zero)

    required init(reuseIdentifier: String?) {
        super.init(reuseIdentifier: reuseIdentifier)
        stepper.maximumValue = 99
        number.alignment = .right
        for view in [name, number, stepper] { addSubview(view) }
    }

    override func layoutSubviews() {
        stepper.frame = Rect(bounds.maxX - 220, 10, 180, 60)
        number.frame = Rect(bounds.maxX - 324, 0, 84, bounds.height)
        name.frame = Rect(16, 0, bounds.maxX - 340, bounds.height)
    }

    override func selectionDidChange() {
        let appearance = resolvedControlAppearance
        backgroundColor = isHighlighted ? appearance.pressedBackground : isSelected ? appearance.selection : nil
    }

    /// Shows another dish: how many are ordered, and what is told of another number.
    func show(_ row: Int, _ ordered: Int, order: @escaping (Int) -> Void) {
        name.text = "Dish \(row + 1)"
        number.text = ordered == 0 ? nil : "\(ordered)"
        stepper.value = Double(ordered)
        // The identifier makes the closure take the place of the former dish's.
        stepper.addAction(for: .valueChanged, identifier: "order") { [number] in
            number.text = $0.value == 0 ? nil : "\(Int($0.value))"
            order(Int($0.value))
        }
    }
}
