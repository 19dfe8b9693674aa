import ResponderInterface
import ResponderKit
import TestSupport
import Testing

/// Views and controllers that files name.
final class ClockView: View {}

final class KioskController: ViewController {
    weak var clock: ClockView?
    var button: View?
    var panel = View()
    var log: [String] = []

    override func loadView() {
        log.append("loadView")
        super.loadView()
    }

    override func viewDidLoad() {
        log.append("viewDidLoad \(view.subviews.count) \(clock.map { "\($0.frame)" } ?? "no clock")")
    }
}

final class KioskWindow: Window {}

@MainActor
func kioskClasses(
    _ base: InterfaceClasses = InterfaceClasses(),
    outlets: [InterfaceOutlet<KioskController>] = [.outlet("clock", \.clock)]
) -> InterfaceClasses {
    var classes = base
    classes.registerView("ClockView", ClockView.init(frame:))
    classes.registerWindow("KioskWindow", KioskWindow.init(frame:application:))
    classes.registerController("KioskController", outlets: outlets) { KioskController() }
    return classes
}

@MainActor
@Suite("An interface made from a file")
struct InterfaceTreeTests {
    static let text = """
        {
          "window": { "class": "KioskWindow", "size": [320, 480] },
          "controller": {
            "class": "KioskController",
            "view": {
              "frame": [0, 0, 100, 100],
              "subviews": [
                {
                  "class": "ClockView", "id": "clock", "outlet": "clock", "frame": [10, 20.5, 80, 30], "tag": 7,
                  "alpha": 0.5, "isHidden": true, "isUserInteractionEnabled": false, "isMultipleTouchEnabled": true,
                  "isExclusiveTouch": true, "autoresizesSubviews": false,
                  "autoresizingMask": ["flexibleWidth", "flexibleTopMargin"]
                },
                { "id": "b\\u00fctton \\ud83d\\ude00", "subviews": [{}, { "frame": [1e1, -2E+0, 0, 3] }] }
              ]
            }
          }
        }
        """

    let application: Application

    init() throws {
        application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
    }

    private func make(_ text: String, _ classes: InterfaceClasses? = nil) throws -> Interface {
        try InterfaceFile(parsing: text).makeInterface(of: classes ?? kioskClasses(), for: application)
    }

    @Test("An interface has the classes, properties and places that the file names")
    func whole() throws {
        let interface = try make(Self.text)
        #expect(interface.window is KioskWindow && interface.window.isHidden)
        #expect(interface.window.frame == Rect(0, 0, 320, 480) && interface.window.application === application)
        #expect(interface.window.rootViewController === interface.rootViewController)
        let controller = try #require(interface.rootViewController as? KioskController)
        #expect(controller.view.frame == Rect(0, 0, 320, 480) && controller.view.subviews.count == 2)
        let clock = try #require(interface.view(withID: "clock") as? ClockView)
        #expect(controller.view.subviews.first === clock && controller.clock === clock)
        // Made in a view of 100 x 100, which the window has made larger.
        #expect(clock.frame == Rect(10, 400.5, 300, 30))
        #expect(clock.tag == 7 && clock.alpha == 0.5 && clock.isHidden && !clock.isUserInteractionEnabled)
        #expect(clock.isMultipleTouchEnabled && clock.isExclusiveTouch && !clock.autoresizesSubviews)
        #expect(clock.autoresizingMask == [.flexibleWidth, .flexibleTopMargin])
        let button = try #require(interface.view(withID: "bütton 😀"))
        #expect(button.frame == .zero && button.subviews.map(\.frame) == [.zero, Rect(10, -2, 0, 3)])
        #expect(!button.isHidden && button.isUserInteractionEnabled && button.alpha == 1)
        #expect(interface.view(withID: "none") == nil)
    }

    @Test("An interface calls `viewDidLoad` once, with the view's subviews and outlets in place, and not `loadView`")
    func loading() throws {
        let interface = try make(Self.text)
        let controller = try #require(interface.rootViewController as? KioskController)
        _ = controller.view
        #expect(controller.log == ["viewDidLoad 2 (10.0, 20.5, 80.0 x 30.0)"])
    }

    @Test("A controller without a view in the file loads its own")
    func ownView() throws {
        let text = #"{"window": {"size": [9, 8]}, "controller": {"class": "KioskController"}}"#
        let interface = try make(text, kioskClasses(outlets: []))
        let controller = try #require(interface.rootViewController as? KioskController)
        #expect(controller.log == ["loadView", "viewDidLoad 0 no clock"])
        #expect(controller.view.frame == Rect(0, 0, 9, 8))
    }

    @Test("A root view without a frame has the size of the window from the beginning")
    func rootFrame() throws {
        let text = """
            {"window": {"size": [50, 60]}, "controller": {"view": {"subviews": [
                {"frame": [0, 0, 50, 60], "autoresizingMask": ["flexibleWidth"], "id": "all"}]}}}
            """
        let interface = try make(text)
        #expect(interface.view(withID: "all")?.frame == Rect(0, 0, 50, 60))
        #expect(type(of: interface.window) == Window.self)
        #expect(type(of: interface.rootViewController) == ViewController.self)
    }

    // Rules: A27.
    @Test("A root view has the rotated window's size from the beginning, in an app for landscape alone")
    func landscape() throws {
        application.manifest = Manifest(supportedOrientations: [.landscapeLeft])
        let text = """
            {"window": {"size": [50, 80]}, "controller": {"view": {"subviews": [
                {"frame": [0, 0, 80, 50], "autoresizingMask": ["flexibleWidth", "flexibleHeight"], "id": "all"}]},
                "children": [{"view": {"id": "child"}}]}}
            """
        let interface = try make(text)
        #expect(interface.window.frame == Rect(0, 0, 50, 80) && interface.window.bounds.size == Size(80, 50))
        #expect(interface.rootViewController.view.frame == Rect(0, 0, 80, 50))
        #expect(interface.view(withID: "all")?.frame == Rect(0, 0, 80, 50))
        #expect(interface.view(withID: "child")?.frame == Rect(0, 0, 80, 50))
    }

    @Test("Navigation and tab bar controllers, subclasses too, take the children as their `viewControllers`")
    func containers() throws {
        final class MyNavigation: NavigationController {}
        var classes = InterfaceClasses()
        classes.registerController("Mine") { MyNavigation() }
        let text = """
            {"window": {"size": [90, 60]}, "controller": {"class": "TabBarController", "children": [
                {"class": "NavigationController", "title": "a", "children": [{"title": "b"}, {"title": "c"}]},
                {"class": "Mine", "title": "d", "children": [{"title": "e", "view": {"id": "e"}}]}]}}
            """
        let interface = try make(text, classes)
        let tabs = try #require(interface.rootViewController as? TabBarController)
        #expect(tabs.viewControllers.map(\.title) == ["a", "d"] && tabs.children.count == 2)
        let navigation = try #require(tabs.viewControllers.first as? NavigationController)
        #expect(navigation.viewControllers.map(\.title) == ["b", "c"])
        #expect(tabs.view.window === interface.window && navigation.parent === tabs)
        let mine = try #require(tabs.viewControllers.last as? MyNavigation)
        #expect(mine.viewControllers.map(\.title) == ["e"])
        #expect(interface.view(withID: "e") === mine.topViewController?.viewIfLoaded)
    }

    @Test("A stack view arranges its subviews, and another class takes them in its own way")
    func stack() throws {
        final class Holder: View {
            var held: [View] = []
        }
        var classes = InterfaceClasses()
        classes.registerView("Holder", setSubviews: { $0.held = $1 }) { Holder(frame: $0) }
        let text = """
            {"window": {"size": [90, 60]}, "controller": {"view": {"subviews": [
                {"class": "StackView", "id": "stack", "frame": [0, 0, 90, 20], "subviews": [
                    {"frame": [0, 0, 30, 10]}, {"frame": [0, 0, 10, 10]}]},
                {"class": "Holder", "id": "holder", "subviews": [{"tag": 1}, {"tag": 2}]}]}}}
            """
        let interface = try make(text, classes)
        let stack = try #require(interface.view(withID: "stack") as? StackView)
        #expect(stack.arrangedSubviews.count == 2)
        stack.layoutSubviews()
        #expect(stack.arrangedSubviews.map(\.frame) == [Rect(0, 0, 30, 20), Rect(30, 0, 60, 20)])
        let holder = try #require(interface.view(withID: "holder") as? Holder)
        #expect(holder.held.map(\.tag) == [1, 2] && holder.subviews.isEmpty)
    }

    @Test("A view of the file has a background color, a clip, and a frame that the class does not take itself")
    func looks() throws {
        var classes = InterfaceClasses()
        classes.registerView("Fixed") { _ in View(frame: Rect(7, 7, 7, 7)) }
        let text = """
            {"window": {"size": [90, 60]}, "controller": {"view": {"backgroundColor": "#ff8000", "subviews": [
                {"class": "Fixed", "id": "a", "frame": [1, 2, 3, 4], "backgroundColor": "#0000FF33",
                    "clipsToBounds": true},
                {"class": "Fixed", "id": "b"}]}}}
            """
        let interface = try make(text, classes)
        let color = interface.rootViewController.view.backgroundColor
        #expect(color == Color(red: 1, green: 128 / 255, blue: 0))
        let first = try #require(interface.view(withID: "a"))
        #expect(first.backgroundColor == Color.blue.withAlpha(0.2) && first.clipsToBounds)
        #expect(first.frame == Rect(1, 2, 3, 4))
        #expect(interface.view(withID: "b")?.frame == Rect(7, 7, 7, 7))
        #expect(interface.view(withID: "b")?.clipsToBounds == false)
    }

    // Rules: VC10.
    @Test("A parent with a view of its own knows all children when it loads, and gives its size to their views")
    func ownViewOfParent() throws {
        final class Parent: ViewController {
            var loaded: [Int] = []
            override func loadView() { view = View(frame: Rect(0, 0, 40, 30)) }
            override func viewDidLoad() { loaded.append(children.count) }
        }
        var classes = InterfaceClasses()
        classes.registerController("Parent") { Parent() }
        let text = """
            {"window": {"size": [90, 60]}, "controller": {"children": [{"class": "Parent", "children": [
                {"view": {"id": "a", "subviews": [
                    {"id": "b", "frame": [0, 0, 40, 30], "autoresizingMask": ["flexibleWidth"]}]}},
                {"view": {"frame": [1, 1, 2, 2], "id": "c"}}]}]}}
            """
        let interface = try make(text, classes)
        let parent = try #require(interface.rootViewController.children.first as? Parent)
        #expect(parent.loaded == [2])
        #expect(interface.view(withID: "a")?.frame == Rect(0, 0, 40, 30))
        #expect(interface.view(withID: "b")?.frame == Rect(0, 0, 40, 30))
        #expect(interface.view(withID: "c")?.frame == Rect(1, 1, 2, 2))
    }

    @Test("A controller has its view when its outlets are set")
    func viewBeforeOutlets() throws {
        final class Watching: ViewController {
            var button: View? { didSet { wasLoaded = isViewLoaded && button?.superview === view } }
            var wasLoaded = false
        }
        var classes = InterfaceClasses()
        classes.registerController("Watching", outlets: [.outlet("button", \.button)]) { Watching() }
        let text = """
            {"window": {"size": [9, 9]}, "controller": {"class": "Watching", "view": {"subviews": [
                {"outlet": "button"}]}}}
            """
        #expect((try make(text, classes).rootViewController as? Watching)?.wasLoaded == true)
    }

    @Test("Outlets may be optional, unwrapped or with a value of their own, and missing if not required")
    func outlets() throws {
        let outlets: [InterfaceOutlet<KioskController>] = [
            .outlet("clock", \.clock, isRequired: false), .outlet("button", \.button), .outlet("panel", \.panel),
        ]
        let text = """
            {"window": {"size": [1, 1]}, "controller": {"class": "KioskController", "view": {
                "outlet": "panel", "id": "panel", "subviews": [{"outlet": "button", "id": "button"}]}}}
            """
        let interface = try make(text, kioskClasses(outlets: outlets))
        let controller = try #require(interface.rootViewController as? KioskController)
        #expect(controller.clock == nil && controller.button === interface.view(withID: "button"))
        #expect(controller.panel === controller.view && controller.panel === interface.view(withID: "panel"))
    }

    // Rules: VC10.
    @Test("Children are titled, added with their views in front, and connected, before their parent is loaded")
    func children() throws {
        final class PageController: ViewController {
            var side: ViewController?
            var log: [String] = []

            override func viewDidLoad() {
                log.append("\(title ?? "untitled") loaded with \(children.count), \(view.subviews.count) views")
            }
            override func willMove(toParent parent: ViewController?) { log.append("will move") }
            override func didMove(toParent parent: ViewController?) {
                log.append("did move, \(view.superview === parent?.view)")
            }
        }
        var classes = InterfaceClasses()
        classes.registerController("Page", outlets: [.outlet("side", \.side, isRequired: false)]) { PageController() }
        let text = """
            {"window": {"size": [90, 60]}, "controller": {"class": "Page", "title": "root",
                "view": {"subviews": [{"id": "back"}]},
                "children": [
                    {"class": "Page", "title": "left", "outlet": "side",
                        "view": {"id": "left", "frame": [0, 0, 30, 60]}},
                    {"class": "Page", "title": "", "view": {"id": "right"}},
                    {}
                ]}}
            """
        let interface = try make(text, classes)
        let root = try #require(interface.rootViewController as? PageController)
        #expect(root.log == ["root loaded with 3, 4 views"])
        let pages = root.children.compactMap { $0 as? PageController }
        #expect(
            pages.map(\.log) == ["left", ""].map { ["\($0) loaded with 0, 0 views", "will move", "did move, true"] }
        )
        #expect(root.side === root.children.first && root.children.count == 3)
        let left = try #require(interface.view(withID: "left"))
        let right = try #require(interface.view(withID: "right"))
        #expect(left.frame == Rect(0, 0, 30, 60) && right.frame == Rect(0, 0, 90, 60))
        #expect(
            root.view.subviews.prefix(3).map { $0 === left ? "left" : $0 === right ? "right" : "back" }
                == ["back", "left", "right"]
        )
    }

    @Test("A class takes its children in its own way, with a view of its own")
    func container() throws {
        final class StackController: ViewController {
            var stack: [ViewController] = []
        }
        var classes = InterfaceClasses()
        classes.registerController("Stack", setChildren: { $0.stack = $1 }) { StackController() }
        let text = #"{"window": {"size": [1, 1]}, "controller": {"class": "Stack", "children": [{"title": "a"}, {}]}}"#
        let stack = try #require(try make(text, classes).rootViewController as? StackController)
        #expect(stack.stack.map(\.title) == ["a", nil] && stack.children.isEmpty && stack.view.subviews.isEmpty)
        #expect(stack.stack.allSatisfy { !$0.isViewLoaded })
    }

    @Test("A class gets what it needs from the app where it is made")
    func injected() throws {
        final class NamedController: ViewController {
            let name: String
            init(name: String) {
                self.name = name
                super.init()
            }
        }
        var classes = InterfaceClasses()
        classes.registerController("Named") { NamedController(name: "injected") }
        let interface = try make(#"{"window": {"size": [1, 1]}, "controller": {"class": "Named"}}"#, classes)
        #expect((interface.rootViewController as? NamedController)?.name == "injected")
    }

    @Test("A file makes as many interfaces as it is asked for, which share nothing")
    func twice() throws {
        let file = try InterfaceFile(parsing: Self.text)
        let first = try file.makeInterface(of: kioskClasses(), for: application)
        let second = try file.makeInterface(of: kioskClasses(), for: application)
        #expect(first.window !== second.window && first.view(withID: "clock") !== second.view(withID: "clock"))
    }

    @Test("A name that is registered twice, whatever for, stops with a message")
    func registeredTwice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            var classes = InterfaceClasses()
            classes.registerController("View") { ViewController() }
        }
        result.expectMessage("\"View\" is registered for a view already; give each class a name of its own")
    }

    @Test("Two outlets with one name stop with a message")
    func outletTwice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            _ = kioskClasses(outlets: [.outlet("clock", \.clock), .outlet("clock", \.button)])
        }
        result.expectMessage("the outlet \"clock\" of the controller \"KioskController\" is registered twice")
    }
}
