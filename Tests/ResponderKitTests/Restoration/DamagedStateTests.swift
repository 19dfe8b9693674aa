import ResponderKit
import TestSupport
import Testing

/// States that cannot be restored, or not wholly: the app goes on, with an error.
@MainActor
@Suite("A state that is not what it should be")
struct DamagedStateTests {
    private let store = MemoryStateStore()
    private let app = SavingApp()

    /// Saves the state of an app with two screens on its stack.
    private func save() throws -> [String: StateValue] {
        let former = SavingApp()
        former.count = 3
        let application = try makeApplication(former)
        application.launch()
        former.stack.pushViewController(ScrollingScreen("detail"))
        try application.receive(.enterBackground)
        guard case .dictionary(let members)? = store.state else { return [:] }
        return members
    }

    private func makeApplication(_ app: SavingApp) throws -> Application {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.manifest = Manifest(identifier: "notes")
        application.delegate = app
        application.stateStore = store
        return application
    }

    /// Launches an app with the state; returns the errors.
    private func launch(_ state: StateValue?) throws -> [StateError] {
        store.state = state
        let application = try makeApplication(app)
        var errors: [StateError] = []
        application.onLifecycleEvent = { event in
            if case .stateError(let error) = event.kind { errors.append(error) }
        }
        application.launch()
        #expect(application.applicationState == .active && !store.wasRestorationCutShort)
        application.terminate()
        return errors
    }

    // Rules: A35.
    @Test("A state of another app, a newer version, or none at all is an error, and nothing is restored")
    func refused() throws {
        var members = try save()
        members["application"] = .string("mail")
        #expect(try launch(.dictionary(members)) == [.foreign(application: "mail")])
        members = try save()
        members["version"] = .integer(2)
        #expect(try launch(.dictionary(members)) == [.newerVersion(2, known: 1)])
        members["version"] = .integer(0)
        #expect(try launch(.dictionary(members)) == [.corrupt("it has no version")])
        for value in [StateValue.null, .array([]), .dictionary([:]), .string("{}")] {
            #expect(try launch(value) == [.corrupt("it is no state of an app")])
        }
        for key in ["application", "values", "controllers"] {
            members = try save()
            members[key] = .integer(1)
            let errors = try launch(.dictionary(members))
            #expect(errors.count == 1 && "\(errors)".contains("damaged"))
        }
        #expect(!app.isRestored && app.askedFor.isEmpty)
        #expect(try launch(nil).isEmpty)
    }

    @Test("An entry of a controller that is none, or is there twice, spoils the state")
    func controllers() throws {
        let members = try save()
        guard case .array(let list) = members["controllers"], case .dictionary(let first) = list[0] else {
            Issue.record("no controllers")
            return
        }
        var broken: [[StateValue]] = [[.null], [.dictionary([:])], list + [list[1]]]
        for (key, value) in [
            ("path", StateValue.array([])), ("path", .array([.integer(1)])), ("values", .null), ("views", .array([])),
            ("views", .dictionary(["scroll": .null])),
        ] {
            broken.append([.dictionary(first.merging([key: value]) { $1 })])
        }
        for list in broken {
            let errors = try launch(.dictionary(members.merging(["controllers": .array(list)]) { $1 }))
            #expect(errors.count == 1 && "\(errors)".contains("damaged"), "\(list)")
        }
        #expect(!app.isRestored)
    }

    // Rules: A35.
    @Test("Controllers and views that are no longer there are left out, with an error that names them")
    func unknown() throws {
        let members = try save()
        app.map.restorationIdentifier = "chart"
        app.list.scroll.restorationIdentifier = nil
        #expect(
            try launch(.dictionary(members)) == [
                .unknownControllers([["tabs", "map"]]), .unknownViews(["scroll"], in: ["tabs", "stack", "list"]),
            ]
        )
        #expect(app.isRestored && app.count == 3)
        #expect(app.stack.viewControllers.map(\.restorationIdentifier) == ["list", "detail"])
    }

    @Test("A stack ends below the first screen that is no longer there")
    func missingScreen() throws {
        let former = SavingApp()
        let application = try makeApplication(former)
        application.launch()
        for name in ["gone", "detail"] { former.stack.pushViewController(ScrollingScreen(name)) }
        try application.receive(.enterBackground)
        #expect(try launch(store.state) == [.unknownControllers([["tabs", "stack", "gone"]])])
        #expect(app.stack.viewControllers.map(\.restorationIdentifier) == ["list"])
    }

    @Test("A state cannot put a controller where it must not be, however it was changed")
    func hostile() throws {
        let members = try save()
        guard case .array(let list) = members["controllers"] else {
            Issue.record("no controllers")
            return
        }
        let paths: [[String]] = [
            ["tabs"], ["tabs", "stack"], ["tabs", "map"], ["tabs", "stack", "list"], ["nobody"], [],
        ]
        for path in paths {
            let reference = StateValue.array(path.map(StateValue.string))
            let stack = StateValue.array([
                .array(["tabs", "stack", "list"].map(StateValue.string)), reference, reference,
            ])
            let changed = list.map { entry -> StateValue in
                guard case .dictionary(var members) = entry, case .dictionary(var values) = members["values"] else {
                    return entry
                }
                if values["ResponderKit.stack"] != nil { values["ResponderKit.stack"] = stack }
                if values["ResponderKit.tabs"] != nil {
                    values["ResponderKit.selectedTab"] = reference
                    values["ResponderKit.selectedIndex"] = .integer(.max)
                }
                members["values"] = .dictionary(values)
                return .dictionary(members)
            }
            _ = try launch(.dictionary(members.merging(["controllers": .array(changed)]) { $1 }))
            #expect(app.stack.viewControllers.first === app.list && app.tabs.viewControllers.count == 2, "\(path)")
        }
    }

    @Test("Of controllers and views with the same name only the first is saved, with an error")
    func duplicates() throws {
        let former = SavingApp()
        let application = try makeApplication(former)
        var errors: [StateError] = []
        application.onLifecycleEvent = { event in
            if case .stateError(let error) = event.kind { errors.append(error) }
        }
        application.launch()
        let second = ScrollView(frame: Rect(0, 0, 10, 10))
        second.restorationIdentifier = "scroll"
        former.list.view.addSubview(second)
        former.map.restorationIdentifier = "stack"
        try application.receive(.enterBackground)
        #expect(
            errors == [
                .duplicateView("scroll", in: ["tabs", "stack", "list"]), .duplicateController(["tabs", "stack"]),
            ]
        )
        #expect(store.state != nil)
        application.terminate()
    }

    @Test("Values that are nested too deep are not saved, and the state before stays")
    func tooDeep() throws {
        _ = try save()
        let state = store.state
        let former = SavingApp()
        let application = try makeApplication(former)
        var errors: [StateError] = []
        application.onLifecycleEvent = { event in
            if case .stateError(let error) = event.kind { errors.append(error) }
        }
        application.launch()
        let deep = DeepScreen(StateValue.depthLimit)
        former.stack.pushViewController(deep)
        try application.receive(.enterBackground)
        #expect(errors == [.tooDeep(writer: ["tabs", "stack", "deep"])] && store.state == state)
        try application.receive(.enterForeground())
        deep.depth = StateValue.depthLimit - 1
        try application.receive(.enterBackground)
        #expect(errors.count == 1 && store.state != state)
        application.terminate()
    }

    @Test("A store that fails is an error each time, and the app goes on")
    func failingStore() throws {
        let store = FailingStore()
        let application = try makeApplication(app)
        application.stateStore = store
        var errors: [StateError] = []
        application.onLifecycleEvent = { event in
            if case .stateError(let error) = event.kind { errors.append(error) }
        }
        application.launch()
        try application.receive(.enterBackground)
        #expect(errors == [.notRead("no disk"), .notSaved("disk full")])
        #expect(application.lifecycleState == .background)
        application.terminate()
    }

    @Test("Each error of a state is one line without control characters, however long or odd the names are")
    func messages() {
        let odd = "a\u{1B}[31m\n\u{202E}" + String(repeating: "x", count: 1000)
        let paths = (0..<1000).map { ["\($0)", odd] }
        let errors: [StateError] = [
            .notSaved(odd), .notRead(odd), .corrupt(odd), .foreign(application: odd), .newerVersion(2, known: 1),
            .lastRestorationFailed, .duplicateController([odd]), .duplicateView(odd, in: [odd]),
            .tooDeep(writer: []), .tooDeep(writer: [odd]), .unknownControllers(paths),
            .unknownViews([odd], in: Array(repeating: odd, count: 1000)),
        ]
        for error in errors {
            let text = error.description
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }, "\(text)")
            #expect(text.count < 3000)
        }
    }
}

/// A controller that writes an array of arrays.
@MainActor
private final class DeepScreen: ViewController {
    var depth: Int

    init(_ depth: Int) {
        self.depth = depth
        super.init()
        restorationIdentifier = "deep"
    }

    override func encodeRestorableState(with coder: StateCoder) {
        var value = StateValue.null
        for _ in 0..<depth { value = .array([value]) }
        coder.encode(value, forKey: "deep")
    }
}

@MainActor
private final class FailingStore: StateStore {
    let wasRestorationCutShort = false
    func load() throws(StateStoreError) -> StateValue? { throw StateStoreError("no disk") }
    func save(_ value: StateValue) throws(StateStoreError) { throw StateStoreError("disk full") }
    func discard() {}
    func beginRestoration() throws(StateStoreError) {}
    func endRestoration() {}
}
