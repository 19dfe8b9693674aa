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
        list.register(DishRow.self, forCellReuseIdentifier: "dish")
        list.dataSource = self
        list.delegate = self
        view = list
    }

    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { 100 }

    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
        let cell = listView.dequeueReusableCell(withIdentifier: "dish")
        (cell as? DishRow)?.show(orders[indexPath.row, default: 0]) { [unowned self] in order($0, indexPath.row) }
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
    private let stepper = Stepper(frame: Rect(804, 10, 180, 60))

    required init(reuseIdentifier: String?) {
        super.init(reuseIdentifier: reuseIdentifier)
        stepper.maximumValue = 99
        addSubview(stepper)
    }

    /// Shows another dish: how many are ordered, and what is told of another number.
    func show(_ number: Int, order: @escaping (Int) -> Void) {
        stepper.value = Double(number)
        // The identifier makes the closure take the place of the former dish's.
        stepper.addAction(for: .valueChanged, identifier: "order") { order(Int($0.value)) }
    }
}
