internal import ResponderKit

/// A list whose rows come and go.
final class FuzzList: ListView, ListViewDataSource, Named {
    let fuzzName: String
    private weak var scene: FuzzScene?
    private var sections: [Int]

    init(_ scene: FuzzScene, frame: Rect) {
        fuzzName = scene.name("list")
        self.scene = scene
        sections = (0...scene.random.below(2)).map { _ in scene.random.number(in: 0...40) }
        super.init(frame: frame)
        accessibilityIdentifier = fuzzName
        allowsMultipleSelection = scene.random.one(in: 2)
        if scene.random.one(in: 2) { sectionHeaderHeight = 20 }
        if scene.random.one(in: 2) { estimatedRowHeight = 30 }
        register(FuzzCell.self, forCellReuseIdentifier: "row")
        dataSource = self
        delegate = scene.scrollDelegate
        scene.lists.add(self)
        scene.views.add(self)
        scene.made(self, fuzzName)
    }

    func numberOfSections(in listView: ListView) -> Int { sections.count }
    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { sections[section] }

    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
        let cell = dequeueReusableCell(withIdentifier: "row")
        if let cell = cell as? FuzzCell, let scene {
            cell.join(scene)
            if cell.subviews.isEmpty, scene.has(.controls), indexPath.row % 3 == 0 {
                cell.addSubview(scene.makeButton(Rect(200, 4, 80, 36)))
            }
        }
        scene?.happen("a row is made")
        return cell
    }

    /// Puts rows in, takes rows out, or both.
    ///
    /// - Parameter random: Numbers of the change alone: its callbacks draw from others.
    func change(_ random: SplitMix) {
        var random = random
        guard let section = sections.indices.first, !sections.isEmpty else { return reloadData() }
        switch random.below(5) {
        case 0:
            let row = random.below(sections[section] + 1)
            sections[section] += 1
            insertRows(at: [IndexPath(section: section, row: row)])
        case 1 where sections[section] > 0:
            let row = random.below(sections[section])
            sections[section] -= 1
            deleteRows(at: [IndexPath(section: section, row: row)])
        case 2 where sections[section] > 2:
            let row = random.below(sections[section] - 2)
            let places = [IndexPath(section: section, row: row), IndexPath(section: section, row: row + 1)]
            performBatchUpdates {
                sections[section] -= 1
                deleteRows(at: places)
                insertRows(at: [IndexPath(section: section, row: row)])
            }
        case 3 where sections[section] > 0:
            reloadRows(at: [IndexPath(section: section, row: random.below(sections[section]))])
        default:
            sections[section] = random.below(30)
            reloadData()
        }
    }
}
