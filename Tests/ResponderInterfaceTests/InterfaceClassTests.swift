import ResponderInterface
import ResponderKit
import Testing

@MainActor
@Suite("An interface whose file and classes do not fit")
struct InterfaceClassTests {
    /// The problem of a file with this class of the controller, and with this root view.
    private func problem(
        _ view: String,
        controller className: String = "KioskController",
        outlets: [InterfaceOutlet<KioskController>] = [],
        window: String = "Window"
    ) throws -> String {
        let text = """
            {"window": {"class": "\(window)", "size": [1, 1]},
            "controller": {"class": "\(className)",
            "view": \(view)}}
            """
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let file = try InterfaceFile(parsing: text, path: "kiosk.json")
        let error = #expect(throws: InterfaceError.self) {
            try file.makeInterface(of: kioskClasses(outlets: outlets), for: application)
        }
        return "\(error.map { "\($0)" } ?? "none")"
    }

    @Test("An interface's error names a class that is not registered, with those that are")
    func unknown() throws {
        #expect(
            try problem(#"{"subviews": [{}, {"class": "Klock"}]}"#)
                == #"kiosk.json, line 3, controller.view.subviews[1].class: no class is registered as "Klock"; "#
                + "registered for a view: ClockView, StackView, View"
        )
        #expect(
            try problem("{}", controller: "Kiosk")
                == #"kiosk.json, line 2, controller.class: no class is registered as "Kiosk"; "#
                + "registered for a controller: KioskController, NavigationController, "
                + "TabBarController, ViewController"
        )
        #expect(try problem("{}", window: "W").hasPrefix("kiosk.json, line 1, window.class: no class is registered as"))
    }

    @Test("An interface's error names a class of another kind, such as a view as a controller")
    func kinds() throws {
        #expect(
            try problem("{}", controller: "ClockView")
                == #"kiosk.json, line 2, controller.class: "ClockView" is registered for "#
                + "a view, and here stands a controller; "
                + "registered for a controller: KioskController, NavigationController, "
                + "TabBarController, ViewController"
        )
        #expect(
            try problem(#"{"class": "KioskController"}"#).hasPrefix(
                #"kiosk.json, line 3, controller.view.class: "KioskController" is registered for a controller, and"#
            )
        )
        #expect(
            try problem("{}", window: "View").contains(
                #"window.class: "View" is registered for a view, and here stands a"#
            )
        )
    }

    @Test("An interface's error names an outlet that is missing, unknown, of another class, or connected twice")
    func outlets() throws {
        let outlets: [InterfaceOutlet<KioskController>] = [.outlet("clock", \.clock), .outlet("panel", \.panel)]
        #expect(
            try problem(#"{"subviews": [{"class": "ClockView", "outlet": "clock"}]}"#, outlets: outlets)
                == #"kiosk.json, line 2, controller: nothing is connected to the outlet "panel" of "KioskController"; "#
                + #"give a view "outlet": "panel""#
        )
        #expect(
            try problem(#"{"outlet": "clok"}"#, outlets: outlets)
                == #"kiosk.json, line 3, controller.view.outlet: "KioskController" has no outlet "clok"; it has "#
                + "clock, panel, and outlets are registered with the class"
        )
        let plain = try problem(#"{"outlet": "clock"}"#, controller: "ViewController")
        #expect(plain.contains(#""ViewController" has no outlet "clock"; it has none"#))
        #expect(
            try problem(#"{"outlet": "clock", "subviews": [{"outlet": "panel"}]}"#, outlets: outlets)
                == #"kiosk.json, line 3, controller.view.outlet: the outlet "clock" takes a ClockView, and this is a "#
                + #"View; name the right "class""#
        )
        #expect(
            try problem(
                "{\"class\": \"ClockView\", \"outlet\": \"clock\",\n"
                    + #""subviews": [{"class": "ClockView", "outlet": "clock"}]}"#,
                outlets: outlets
            ) == #"kiosk.json, line 4, controller.view.subviews[0].outlet: the outlet "clock" is connected in line 3 "#
                + "already; connect one object"
        )
    }

    @Test("An interface's error names an outlet of the root controller, which has no parent")
    func outletOfRoot() throws {
        let text = #"{"window": {"size": [1, 1]}, "controller": {"outlet": "a"}}"#
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let file = try InterfaceFile(parsing: text)
        let error = #expect(throws: InterfaceError.self) {
            try file.makeInterface(of: InterfaceClasses(), for: application)
        }
        #expect(
            error?.description
                == "interface, line 1, controller.outlet: the root controller has no parent whose outlet "
                + "it could be; remove the key"
        )
    }

    @Test("An interface's error names an id that two views have")
    func identifiers() throws {
        #expect(
            try problem("{\"id\": \"a\",\n\"subviews\": [{\"id\": \"a\"}]}")
                == #"kiosk.json, line 4, controller.view.subviews[0].id: "a" is the id of the view in line 3 too; "#
                + "give each view an id of its own"
        )
    }

    @Test("An interface's error names the line of an outlet and of an id, not of the view's brace")
    func lines() throws {
        #expect(try problem("{\n\"outlet\": \"a\"}").hasPrefix("kiosk.json, line 4, controller.view.outlet: "))
        #expect(
            try problem("{\n\"id\": \"a\",\n\"subviews\": [{\n\"id\": \"a\"}]}").hasPrefix(
                #"kiosk.json, line 6, controller.view.subviews[0].id: "a" is the id of the view in line 4 too"#
            )
        )
    }

    @Test(
        "An interface's error names a view for a controller that makes its view itself",
        arguments: ["Navigation", "TabBar"]
    )
    func containerView(kind: String) throws {
        #expect(
            try problem("{}", controller: kind + "Controller")
                == "kiosk.json, line 3, controller.view: \"\(kind)Controller\" makes its view itself, to show "
                + "its children in it; remove the key"
        )
    }

    @Test("An interface's error names a view for a controller that has loaded its view, which is not loaded twice")
    func loadedView() throws {
        var loads = 0
        final class Early: ViewController {
            var onLoad = {}
            override func viewDidLoad() { onLoad() }
        }
        var classes = InterfaceClasses()
        classes.registerController("Early") {
            let controller = Early()
            controller.onLoad = { loads += 1 }
            controller.loadViewIfNeeded()
            return controller
        }
        let text = "{\"window\": {\"size\": [1, 1]},\n\"controller\": {\"class\": \"Early\",\n\"view\": {}}}"
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let error = #expect(throws: InterfaceError.self) {
            try InterfaceFile(parsing: text).makeInterface(of: classes, for: application)
        }
        #expect(
            error?.description.hasPrefix("interface, line 3, controller.view: the controller has loaded its view")
                == true
        )
        #expect(loads == 1)
    }

    @Test(
        "An error in an interface's file is found before code of the app makes an object",
        arguments: [
            #"{"view": {"subviews": [{"class": "No"}]}}"#, #"{"view": {"subviews": [{"outlet": "no"}]}}"#,
            #"{"view": {"id": "a", "subviews": [{"id": "a"}]}}"#, #"{"children": [{"class": "Kiosk"}]}"#,
            #"{"children": [{"outlet": "a"}]}"#, #"{"class": "Kiosk"}"#, #"{"outlet": "a"}"#, #"{"class": "View"}"#,
            #"{"class": "Kiosk", "view": {"outlet": "panel", "subviews": [{"outlet": "panel"}]}}"#,
            #"{"children": [{"class": "TabBarController", "view": {}}]}"#,
        ]
    )
    func noObjects(controller: String) throws {
        var made = 0
        var classes = InterfaceClasses()
        classes.registerWindow("Counted") {
            made += 1
            return Window(frame: $0, application: $1)
        }
        classes.registerController("Kiosk", outlets: [.outlet("panel", \.panel)]) { () -> KioskController in
            made += 1
            return KioskController()
        }
        let text = "{\"window\": {\"class\": \"Counted\", \"size\": [1, 1]}, \"controller\": \(controller)}"
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        #expect(throws: InterfaceError.self) {
            try InterfaceFile(parsing: text).makeInterface(of: classes, for: application)
        }
        #expect(made == 0)
    }

    @Test("An interface's error escapes names of the file")
    func hostile() throws {
        let hostile = #"\u001b\u202e"#
        for view in [#"{"class": "\#(hostile)"}"#, #"{"outlet": "\#(hostile)"}"#] {
            let said = try problem(view)
            #expect(said.contains(#"\u{1B}\u{202E}"#) && !said.contains("\u{1b}"), "\(said.debugDescription)")
        }
    }
}
