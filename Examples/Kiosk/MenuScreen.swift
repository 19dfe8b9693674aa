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
        (cell as? DishRow)?.order = { [unowned self] change in order(change, indexPath.row) }
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

    private func order(_ change: Int, _ row: Int) {
        let number = max(orders[row, default: 0] + change, 0)
        orders[row] = number
        say("dish \(row + 1): \(number) ordered")
    }
}

/// A row of the menu, with a button for one more and a button for one less.
final class DishRow: ListCell {
    var order: (Int) -> Void = { _ in }

    required init(reuseIdentifier: String?) {
        super.init(reuseIdentifier: reuseIdentifier)
        for (place, change) in [(804.0, -1), (904.0, 1)] {
            addSubview(Button(frame: Rect(place, 10, 80, 60)) { [unowned self] in order(change) })
        }
    }
}
