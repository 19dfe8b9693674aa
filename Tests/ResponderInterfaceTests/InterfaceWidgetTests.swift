import ResponderInterface
import ResponderKit
import Testing

@MainActor
@Suite("An interface with the standard widgets")
struct InterfaceWidgetTests {
    static let text = #"""
        {
          "window": { "size": [320, 480] },
          "controller": {
            "view": {
              "subviews": [
                { "class": "Label", "text": "Hello", "frame": [20, 20, 280, 40], "accessibilityValue": "" },
                { "class": "TextField", "id": "name", "text": "Name", "frame": [20, 70, 280, 44] },
                { "class": "Switch", "isOn": true, "isEnabled": false, "accessibilityLabel": "Sound" },
                {
                  "class": "ScrollView", "frame": [0, 180, 320, 200], "accessibilityIdentifier": "pane",
                  "subviews": [
                    { "class": "SegmentedControl", "text": "Day\nWeek", "frame": [0, 0, 200, 40] },
                    { "class": "TextView", "text": "One", "isAccessibilityElement": true }
                  ]
                }
              ]
            }
          }
        }
        """#

    private let application: Application

    init() throws {
        application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
    }

    private func make(_ subviews: String, _ classes: InterfaceClasses = .withWidgets) throws -> Interface {
        let text = """
            {"window": {"size": [320, 480]}, "controller": {"view": {
            "subviews": [\(subviews)]}}}
            """
        return try InterfaceFile(parsing: text, path: "a.json").makeInterface(of: classes, for: application)
    }

    private func problem(_ subviews: String, _ classes: InterfaceClasses = .withWidgets) throws -> String {
        let error = #expect(throws: InterfaceError.self) { try make(subviews, classes) }
        return error?.description ?? "none"
    }

    @Test("Each standard widget can be named in a file, and is of the class of that name")
    func classes() throws {
        let expected: [(String, View.Type)] = [
            ("Button", Button.self), ("ImageView", ImageView.self), ("Label", Label.self), ("ListView", ListView.self),
            ("PageControl", PageControl.self), ("ProgressView", ProgressView.self), ("ScrollView", ScrollView.self),
            ("SegmentedControl", SegmentedControl.self), ("Slider", Slider.self), ("StackView", StackView.self),
            ("Stepper", Stepper.self), ("Switch", Switch.self), ("TextField", TextField.self),
            ("TextView", TextView.self), ("View", View.self),
        ]
        for (name, type) in expected {
            let interface = try make("{\"class\": \"\(name)\", \"id\": \"it\", \"frame\": [1, 2, 100, 40]}")
            let view = try #require(interface.view(withID: "it"))
            #expect(Swift.type(of: view) == type && view.frame == Rect(1, 2, 100, 40), "\(name)")
        }
        let names = expected.map(\.0).joined(separator: ", ")
        #expect(try problem(#"{"class": "Clock"}"#).hasSuffix("registered for a view: \(names)"))
    }

    @Test("The text of a widget is a title, a text, a placeholder, or the titles of segments in a line each")
    func texts() throws {
        let interface = try make(
            #"""
            {"class": "Button", "id": "button", "text": "Save"}, {"class": "Label", "id": "label", "text": "Hello"},
            {"class": "TextField", "id": "field", "text": "Name"}, {"class": "TextView", "id": "note", "text": ""},
            {"class": "SegmentedControl", "id": "span", "text": "Day\nWeek\n"}
            """#
        )
        #expect((interface.view(withID: "button") as? Button)?.currentTitle == "Save")
        #expect((interface.view(withID: "label") as? Label)?.text == "Hello")
        let field = try #require(interface.view(withID: "field") as? TextField)
        #expect(field.placeholder == "Name" && field.text.isEmpty)
        #expect((interface.view(withID: "note") as? TextView)?.text.isEmpty == true)
        let span = try #require(interface.view(withID: "span") as? SegmentedControl)
        #expect((0..<span.numberOfSegments).map { span.title(forSegment: $0) } == ["Day", "Week", ""])
    }

    private final class Badge: View { var shown = "" }
    private final class BigButton: Button {}

    @Test("A class of the app's own shows text if it inherits a widget's, or is registered with a way to set it")
    func ownText() throws {
        var classes = InterfaceClasses.withWidgets
        classes.registerView("Badge", setText: { $0.shown = $1 }, Badge.init(frame:))
        classes.registerView("BigButton", BigButton.init(frame:))
        classes.registerView("Loud", setText: { $0.setTitle($1 + "!", for: .normal) }, BigButton.init(frame:))
        let interface = try make(
            #"""
            {"class": "Badge", "id": "a", "text": "1"}, {"class": "BigButton", "id": "b", "text": "2"},
            {"class": "Loud", "id": "c", "text": "3"}
            """#,
            classes
        )
        #expect((interface.view(withID: "a") as? Badge)?.shown == "1")
        #expect((interface.view(withID: "b") as? BigButton)?.currentTitle == "2")
        #expect((interface.view(withID: "c") as? BigButton)?.currentTitle == "3!")
    }

    @Test("A text for a class that shows none is an error at the key, and so is a control's key for another view")
    func refusedKeys() throws {
        for name in ["View", "Switch", "Slider", "ImageView", "ScrollView"] {
            #expect(
                try problem("{\"class\": \"\(name)\",\n\"text\": \"a\"}")
                    == "a.json, line 3, controller.view.subviews[0].text: \"\(name)\" shows no text; remove the key, "
                    + "or register the class with a setText"
            )
        }
        #expect(
            try problem(#"{"class": "Label", "isEnabled": false}"#)
                == #"a.json, line 2, controller.view.subviews[0].isEnabled: "Label" is no control; remove the key, or "#
                + #"write "isUserInteractionEnabled""#
        )
        #expect(
            try problem(#"{"class": "Button", "isOn": true}"#)
                == #"a.json, line 2, controller.view.subviews[0].isOn: "Button" is no switch; remove the key"#
        )
        #expect(try problem(#"{"class": "Label", "text": 1}"#).contains("text in double quotes is expected"))
        #expect(try problem(#"{"accessibilityIdentifier": ""}"#).contains("the name is empty"))
        #expect(try problem(#"{"isAccessibilityElement": 1}"#).contains("true or false is expected"))
    }

    @Test("A control is enabled and a switch is on as the file says")
    func states() throws {
        let interface = try make(
            #"""
            {"class": "Switch", "id": "a", "isOn": true}, {"class": "Switch", "id": "b", "isOn": false},
            {"class": "Button", "id": "c", "isEnabled": false}, {"class": "Slider", "id": "d", "isEnabled": true}
            """#
        )
        let isOn = ["a", "b"].map { (interface.view(withID: $0) as? Switch)?.isOn }
        let isEnabled = ["a", "c", "d"].map { (interface.view(withID: $0) as? Control)?.isEnabled }
        #expect(isOn == [true, false] && isEnabled == [true, false, true])
    }

    @Test("A view's id is its accessibility identifier where the file names no other")
    func identifiers() throws {
        let interface = try make(
            #"""
            {"id": "a"}, {"id": "b", "accessibilityIdentifier": "tank", "accessibilityLabel": "Tank",
            "accessibilityValue": "half", "isAccessibilityElement": true}, {"tag": 3}
            """#
        )
        #expect(interface.view(withID: "a")?.accessibilityIdentifier == "a")
        let tank = try #require(interface.view(withID: "b"))
        #expect(tank.accessibilityIdentifier == "tank" && tank.accessibilityLabel == "Tank")
        #expect(tank.accessibilityValue == "half" && tank.isAccessibilityElement)
        let plain = try #require(interface.rootViewController.view.subviews.last)
        #expect(plain.tag == 3 && plain.accessibilityIdentifier == nil && !plain.isAccessibilityElement)
    }

    @Test("A scroll view of a file scrolls as far as the views in it reach")
    func scrolling() throws {
        let interface = try make(
            #"""
            {"class": "ScrollView", "id": "a", "frame": [0, 0, 100, 100], "subviews": [
            {"frame": [0, 0, 40, 900]}, {"frame": [30, 10, 150, 5]}, {"frame": [-50, -50, 10, 10]}]}
            """#
        )
        let scroll = try #require(interface.view(withID: "a") as? ScrollView)
        #expect(scroll.contentSize == Size(180, 900))
    }
}
