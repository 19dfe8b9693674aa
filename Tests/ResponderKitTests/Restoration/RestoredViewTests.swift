import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("What coders, views and containers restore")
struct RestoredViewTests {
    @Test("A coder returns what was written for a key, and nil for another kind of value")
    func coder() {
        let coder = StateCoder()
        coder.encode(true, forKey: "flag")
        coder.encode(-7, forKey: "number")
        coder.encode(2.5, forKey: "size")
        coder.encode("text", forKey: "name")
        coder.encode([1, 255] as [UInt8], forKey: "data")
        coder.encode(Point(1, -2.5), forKey: "place")
        coder.encode(.array([.null]), forKey: "list")
        let read = StateCoder(values: coder.values)
        #expect(read.decodeBool(forKey: "flag") == true && read.decodeInteger(forKey: "number") == -7)
        #expect(read.decodeDouble(forKey: "size") == 2.5 && read.decodeDouble(forKey: "number") == -7)
        #expect(read.decodeString(forKey: "name") == "text" && read.decodeBytes(forKey: "data") == [1, 255])
        #expect(read.decodePoint(forKey: "place") == Point(1, -2.5))
        #expect(read.decodeValue(forKey: "list") == .array([.null]) && read.containsValue(forKey: "list"))
        for key in ["flag", "list", "missing"] {
            #expect(read.decodeInteger(forKey: key) == nil && read.decodeString(forKey: key) == nil)
            #expect(read.decodeDouble(forKey: key) == nil && read.decodePoint(forKey: key) == nil)
            #expect(read.decodeBytes(forKey: key) == nil && read.decodeViewController(forKey: key) == nil)
        }
        #expect(read.decodeBool(forKey: "number") == nil && read.decodeViewControllers(forKey: "missing") == nil)
        coder.encode(.array([.double(.nan), .integer(1)]), forKey: "place")
        #expect(coder.decodePoint(forKey: "place") == nil)
        coder.encode(nil as ViewController?, forKey: "place")
        #expect(coder.decodeValue(forKey: "place") == .null)
    }

    @Test("A controller has a path if all its parents have names")
    func paths() {
        let (parent, child, grandchild) = (ViewController(), ViewController(), ViewController())
        parent.addChild(child)
        child.addChild(grandchild)
        grandchild.restorationIdentifier = "c"
        child.restorationIdentifier = "b"
        #expect(grandchild.restorationPath == nil)
        parent.restorationIdentifier = "a"
        #expect(grandchild.restorationPath == ["a", "b", "c"])
    }

    /// A scroll view that has read the place 500.
    private func makeRestored(contentHeight: Double, size: Size = Size(100, 100)) throws -> (AppHarness, ScrollView) {
        let former = ScrollView(frame: Rect(0, 0, 100, 100))
        former.contentSize = Size(100, 1000)
        former.contentOffset = Point(0, 500)
        let coder = StateCoder()
        former.encodeRestorableState(with: coder)
        let harness = try AppHarness()
        let view = ScrollView(frame: Rect(origin: .zero, size: size))
        view.contentSize = Size(100, contentHeight)
        view.decodeRestorableState(with: coder)
        harness.add(view)
        harness.settle()
        return (harness, view)
    }

    // Rules: A35.
    @Test("A scroll view is where it was once its content is high enough, and saves that place until then")
    func lateContent() throws {
        let (harness, view) = try makeRestored(contentHeight: 0)
        #expect(view.contentOffset == .zero)
        view.contentSize = Size(100, 400)
        harness.settle()
        #expect(view.contentOffset == Point(0, 300))
        let coder = StateCoder()
        view.encodeRestorableState(with: coder)
        #expect(StateCoder(values: coder.values).decodePoint(forKey: "ResponderKit.contentOffset") == Point(0, 500))
        view.contentSize = Size(100, 1000)
        harness.settle()
        #expect(view.contentOffset == Point(0, 500))
        // From now on nothing is restored any more.
        view.contentSize = Size(100, 400)
        view.contentSize = Size(100, 1000)
        harness.settle()
        #expect(view.contentOffset == Point(0, 300))
    }

    @Test(
        "An offset that the app or the user scrolls to before the restoration stands",
        arguments: ["app", "drag", "wheel"]
    )
    func movedMeanwhile(by mover: String) throws {
        let (harness, view) = try makeRestored(contentHeight: 300)
        #expect(view.contentOffset == Point(0, 200))
        switch mover {
        case "app": view.contentOffset = Point(0, 20)
        case "drag": harness.drag(from: Point(50, 10), to: Point(50, 90))
        default: harness.wheel(by: Point(0, 50), at: Point(50, 50))
        }
        harness.advance(by: .seconds(5))
        let place = view.contentOffset
        #expect(place.y < 200)
        view.contentSize = Size(100, 1000)
        harness.settle()
        #expect(view.contentOffset == place)
    }

    @Test("A scroll view that gets its extent later is where it was then")
    func lateExtent() throws {
        let (harness, view) = try makeRestored(contentHeight: 1000, size: .zero)
        view.frame = Rect(0, 0, 100, 100)
        harness.settle()
        #expect(view.contentOffset == Point(0, 500))
    }

    // Rules: A35.
    @Test("A restored list is at the row where it was")
    func list() throws {
        let data = Rows(count: 200)
        let former = ListView(frame: Rect(0, 0, 100, 300))
        former.dataSource = data
        former.delegate = data
        let first = try AppHarness()
        first.add(former)
        first.settle()
        former.scrollToRow(at: ListView.IndexPath(section: 0, row: 120), at: .middle, animated: false)
        first.settle()
        let coder = StateCoder()
        former.encodeRestorableState(with: coder)
        let list = ListView(frame: .zero)
        list.decodeRestorableState(with: StateCoder(values: coder.values))
        list.dataSource = data
        list.delegate = data
        let second = try AppHarness()
        second.add(list)
        list.frame = Rect(0, 0, 100, 300)
        second.settle()
        #expect(list.contentOffset == former.contentOffset && list.contentOffset.y > 1000)
        #expect(list.indexPathsForVisibleRows == former.indexPathsForVisibleRows)
    }

    @Test("A tab bar controller without tabs gets those found again, and its selection falls back to the place")
    func tabs() throws {
        let store = MemoryStateStore()
        let former = SavingApp()
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.delegate = former
        application.stateStore = store
        application.launch()
        former.tabs.selectedIndex = 1
        try application.receive(.enterBackground)
        let app = SavingApp()
        let (stack, map) = (app.stack, app.map)
        app.tabs.viewControllers = []
        let next = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        next.delegate = app
        next.stateStore = store
        next.setRestorationFactory(for: "stack") { path, _ in path == ["tabs", "stack"] ? stack : nil }
        next.setRestorationFactory(for: "map") { _, _ in map }
        next.launch()
        #expect(app.tabs.viewControllers == [stack, map] && app.tabs.selectedIndex == 1)
        #expect(app.askedFor == ["tabs", "tabs/stack/list"])
        for application in [application, next] { application.terminate() }
    }

    @Test("Coders that the app keeps find no controllers after the restoration, and all controllers hear of its end")
    func afterwards() throws {
        let store = MemoryStateStore()
        var kept: StateCoder?
        for life in 0..<2 {
            let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
            let app = KeepingApp()
            application.delegate = app
            application.stateStore = store
            application.launch()
            if life == 1 {
                #expect(app.root.finished == 1 && app.found === app.root)
                kept = app.coder
            }
            try application.receive(.enterBackground)
            application.terminate()
        }
        #expect(kept?.decodeViewController(forKey: "root") == nil && kept?.containsValue(forKey: "root") == true)
    }
}

/// Saves a reference to its root controller, and keeps its coder.
@MainActor
private final class KeepingApp: ApplicationDelegate {
    final class Root: ViewController {
        var finished = 0
        override func applicationFinishedRestoringState() { finished += 1 }
    }

    let root = Root()
    var window: Window?
    var coder: StateCoder?
    var found: ViewController?

    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(0, 0, 100, 100), application: application)
        root.restorationIdentifier = "root"
        window.rootViewController = root
        window.isHidden = false
        self.window = window
        return true
    }
    func application(_ application: Application, shouldSaveApplicationState coder: StateCoder) -> Bool { true }
    func application(_ application: Application, willEncodeRestorableStateWith coder: StateCoder) {
        coder.encode(root, forKey: "root")
    }
    func application(_ application: Application, shouldRestoreApplicationState coder: StateCoder) -> Bool { true }
    func application(_ application: Application, didDecodeRestorableStateWith coder: StateCoder) {
        self.coder = coder
        found = coder.decodeViewController(forKey: "root")
    }
}

/// The rows of a list, of many heights.
@MainActor
private final class Rows: ListViewDataSource, ListViewDelegate {
    let count: Int

    init(count: Int) { self.count = count }

    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { count }

    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
        ListCell(reuseIdentifier: nil)
    }

    func listView(_ listView: ListView, heightForRowAt indexPath: ListView.IndexPath) -> Double {
        20 + Double(indexPath.row % 7)
    }
}
