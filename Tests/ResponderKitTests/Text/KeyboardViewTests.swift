import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A keyboard on the screen")
struct KeyboardViewTests {
    let harness: AppHarness

    init() throws { harness = try AppHarness(screenSize: Size(400, 600)) }

    private var keyboard: KeyboardView { get throws { try #require(harness.screenKeyboard.view) } }

    private func at(_ text: String) -> Point { harness.screenKeyboard.location(of: text) }
    private func at(_ action: KeyboardLayout.Action) -> Point { harness.screenKeyboard.location(of: action) }

    private func down(_ point: Point) -> Finger {
        let finger = harness.finger().down(at: point)
        harness.settle()
        return finger
    }

    private func lift(_ finger: Finger) {
        finger.up()
        harness.settle()
    }

    @Test("A keyboard types what fingers tap, with shift and other planes")
    func types() {
        let view = harness.typing()
        harness.screenKeyboard.type("Hello, World! #1\nok")
        #expect(view.text == "Hello, World! #1\nok")
    }

    @Test("A keyboard types when the finger is lifted, and shows the key under it until then")
    func highlight() throws {
        let view = harness.typing()
        let finger = down(at("q"))
        let keyboard = try keyboard
        #expect(keyboard.places.filter(keyboard.isPressed) == [.init(row: 0, column: 0)] && view.text.isEmpty)
        finger.move(to: at("w"))
        harness.settle()
        #expect(keyboard.places.filter(keyboard.isPressed) == [.init(row: 0, column: 1)])
        lift(finger)
        #expect(view.text == "w" && !keyboard.places.contains(where: keyboard.isPressed))
    }

    @Test("A keyboard types nothing for a finger that is lifted outside, or cancelled")
    func outside() {
        let view = harness.typing()
        lift(down(at("q")).move(to: Point(10, 10)))
        down(at("q")).cancel()
        harness.settle()
        #expect(view.text.isEmpty)
    }

    @Test("A keyboard types in the order in which fingers come down, as soon as the next is down")
    func rollover() {
        let view = harness.typing()
        let first = down(at("a"))
        let second = down(at("b"))
        #expect(view.text == "a")
        let third = down(at("c"))
        #expect(view.text == "ab")
        for finger in [third, first, second] { lift(finger) }
        #expect(view.text == "abc")
    }

    @Test("A keyboard types in one frame what several fingers do in it")
    func oneFrame() {
        let view = harness.typing()
        let (a, b) = (at("a"), at("b"))
        let fingers = [harness.finger(), harness.finger()]
        harness.together {
            fingers[0].down(at: a)
            fingers[1].down(at: b)
        }
        harness.together { for finger in fingers { finger.up() } }
        harness.settle()
        #expect(view.text == "ab")
    }

    @Test("A tap on shift makes one letter upper case, two taps lock it, and one more tap ends that")
    func shift() throws {
        let view = harness.typing()
        let keyboard = try keyboard
        harness.screenKeyboard.tap(.shift)
        #expect(keyboard.shift == .once)
        lift(down(at("A")))
        #expect(keyboard.shift == .off)
        harness.screenKeyboard.tap(.shift)
        harness.advance(by: .milliseconds(200))
        harness.screenKeyboard.tap(.shift)
        #expect(keyboard.shift == .locked)
        lift(down(at("B")))
        lift(down(at("C")))
        harness.screenKeyboard.tap(.shift)
        lift(down(at("d")))
        #expect(view.text == "ABCd" && keyboard.shift == .off)
    }

    @Test("Two slow taps on shift undo each other")
    func slowShift() throws {
        _ = harness.typing()
        harness.screenKeyboard.tap(.shift)
        harness.advance(by: .milliseconds(400))
        harness.screenKeyboard.tap(.shift)
        #expect(try keyboard.shift == .off)
    }

    @Test("Shift that is held makes upper case until it is released")
    func heldShift() throws {
        let view = harness.typing()
        let shift = down(at(.shift))
        lift(down(at("A")))
        lift(down(at("B")))
        lift(shift)
        #expect(try view.text == "AB" && !keyboard.isShifted)
        lift(down(at("c")))
        #expect(view.text == "ABc")
    }

    @Test("A keyboard deletes at once, and again and again while the finger stays, until there is no text")
    func delete() {
        let view = harness.typing()
        view.text = "abcdefgh"
        let finger = down(at(.delete))
        #expect(view.text == "abcdefg")
        harness.advance(by: .milliseconds(499))
        #expect(view.text == "abcdefg")
        harness.advance(by: .milliseconds(201))
        #expect(view.text == "abcd")
        harness.advance(by: .seconds(2))
        #expect(view.text.isEmpty && harness.loop.nextDeadline == nil)
        view.text = "more"
        harness.advance(by: .seconds(2))
        lift(finger)
        #expect(view.text == "more")
    }

    @Test("A keyboard ends deleting when the finger leaves the key, goes, or another responder takes text")
    func deleteEnds() throws {
        for end in 0..<5 {
            let view = harness.typing()
            view.text = "abcdefgh"
            let finger = down(at(.delete))
            switch end {
            case 0: finger.move(to: at("a"))
            case 1: finger.up()
            case 2: finger.cancel()
            case 3: _ = harness.typing()
            default: view.resignFirstResponder()
            }
            harness.settle()
            harness.advance(by: .seconds(1))
            #expect(view.text == "abcdefg", "end \(end)")
            if finger.isDown { lift(finger) }
            harness.advance(by: .seconds(1))
            #expect(view.text == "abcdefg", "end \(end)")
        }
    }

    @Test("A keyboard shows the keys, the return key and the plane that the text wants")
    func traits() throws {
        let pad = TypedView(frame: Rect(0, 0, 10, 10))
        pad.keyboardType = .numberPad
        _ = harness.typing(pad)
        #expect(try keyboard.shownLayout == .numberPad)
        let next = TypedView(frame: Rect(0, 0, 10, 10))
        next.returnKeyType = .next
        _ = harness.typing(next)
        let place = try #require(keyboard.places.first { try! keyboard.plane.key(at: $0)?.action == .return })
        #expect(
            try keyboard.shownLayout == .english
                && keyboard.label(of: #require(keyboard.plane.key(at: place))) == "next"
        )
        next.returnKeyType = .search
        next.reloadInputViews()
        harness.settle()
        #expect(try keyboard.label(of: #require(keyboard.plane.key(at: place))) == "search")
        for type in KeyboardType.allCases {
            next.keyboardType = type
            next.reloadInputViews()
            harness.settle()
            #expect(try keyboard.shownLayout == KeyboardLayout.english.layout(for: type))
        }
    }

    @Test("A keyboard disables the return key while there is no text, where the text wants that")
    func returnKey() throws {
        let view = TypedView(frame: Rect(0, 0, 10, 10))
        view.enablesReturnKeyAutomatically = true
        _ = harness.typing(view)
        lift(down(at("\n")))
        #expect(view.text.isEmpty)
        harness.screenKeyboard.type("a\n")
        #expect(view.text == "a\n")
        view.text = ""
        view.setNeedsDisplay()
        harness.settle()
        lift(down(at("\n")))
        #expect(view.text.isEmpty)
    }

    @Test(
        "A keyboard begins sentences and words with upper case where the text wants that",
        arguments: [
            (AutocapitalizationType.sentences, "one two. three", "One two. Three"),
            (.sentences, "one (two!) three\nfour", "One (two!) Three\nFour"),
            (.sentences, "1.5 km", "1.5 km"), (.words, "ab cd\nef", "Ab Cd\nEf"), (.allCharacters, "ab c", "AB C"),
            (.none, "a. b", "a. b"),
        ]
    )
    func capitals(_ type: AutocapitalizationType, _ typed: String, _ expected: String) throws {
        let view = CaretView(frame: Rect(0, 0, 10, 10))
        view.autocapitalizationType = type
        _ = harness.typing(view)
        // The letters are tapped as they are: shift is the keyboard's own.
        for character in typed {
            let keyboard = try keyboard
            let text = keyboard.isShifted ? String(character).uppercased() : String(character)
            harness.screenKeyboard.type(text)
            if keyboard.plane.name != "letters" { harness.screenKeyboard.tap(.plane("letters")) }
        }
        #expect(view.text == expected)
    }

    @Test("A keyboard leaves shift to the user, who may want a small letter, and does not look at a secret")
    func ownShift() throws {
        let view = CaretView(frame: Rect(0, 0, 10, 10))
        view.autocapitalizationType = .sentences
        _ = harness.typing(view)
        #expect(try keyboard.shift == .once)
        harness.screenKeyboard.type("iPhone")
        #expect(view.text == "iPhone")
        view.text = "end. "
        view.setNeedsDisplay()
        harness.settle()
        #expect(try keyboard.shift == .once)
        let secret = CaretView(frame: Rect(0, 0, 10, 10))
        (secret.autocapitalizationType, secret.isSecureTextEntry) = (.allCharacters, true)
        _ = harness.typing(secret)
        #expect(try keyboard.shift == .off)
    }

    @Test("A keyboard switches planes when the finger comes down; what other fingers have begun is typed before")
    func planes() throws {
        let view = harness.typing()
        let finger = down(at("a"))
        let digits = down(at(.plane("digits")))
        #expect(try view.text == "a" && keyboard.plane.name == "digits")
        lift(down(at("1")))
        lift(finger)
        lift(digits)
        #expect(view.text == "a1")
    }

    @Test("Every point of a keyboard belongs to a key, and the middle of each key to that key")
    func geometry() throws {
        _ = harness.typing()
        let keyboard = try keyboard
        for place in keyboard.places {
            let rect = try #require(keyboard.rect(of: place))
            #expect(keyboard.place(at: rect.center) == place && keyboard.place(at: rect.origin) == place)
        }
        for x in stride(from: 0, to: keyboard.bounds.width, by: 7) {
            for y in stride(from: 0, to: keyboard.bounds.height, by: 5) {
                #expect(keyboard.place(at: Point(x, y)) != nil)
            }
        }
        #expect(keyboard.place(at: Point(-1, 0)) == nil && keyboard.rect(of: .init(row: 9, column: 0)) == nil)
    }

    @Test("A keyboard takes half of a low window at most, in rows of whole lines of a terminal")
    func heights() {
        let keyboard = KeyboardView(layout: .english)
        #expect(keyboard.sizeThatFits(Size(448, 0)) == Size(448, 192))
        #expect(keyboard.sizeThatFits(Size(448, 288)) == Size(448, 128))
        #expect(keyboard.sizeThatFits(Size(448, 100)) == Size(448, 64))
    }

    @Test("A keyboard draws its keys also on a low terminal, and draws anew only the key that has changed")
    func drawing() throws {
        _ = harness.typing()
        let keyboard = try keyboard
        func drawn(_ rect: Rect) -> [String] {
            let canvas = NotedCanvas()
            keyboard.draw(rect, in: canvas)
            return canvas.texts.map(\.text)
        }
        let texts = drawn(keyboard.bounds)
        #expect(texts.count == keyboard.places.count && texts.contains("q") && texts.contains("⇧"))
        let rect = try #require(keyboard.rect(of: .init(row: 0, column: 0)))
        #expect(drawn(rect) == ["q"])
        let draws = harness.application.updateStatistics.draws
        _ = down(at("q"))
        #expect(harness.application.updateStatistics.draws == draws + 1)
    }

    @Test("A keyboard's labels are apart from each other on a terminal of 56 columns, in rows of one or two lines")
    func terminal() throws {
        for layout in [KeyboardLayout.english, .german].flatMap({ l in KeyboardType.allCases.map(l.layout(for:)) }) {
            for name in layout.planes.map(\.name) {
                for height in [16.0, 32] {
                    let keyboard = KeyboardView(layout: layout)
                    keyboard.show(planeNamed: name)
                    keyboard.frame = Rect(0, 0, 448, height * Double(keyboard.plane.rows.count))
                    let canvas = NotedCanvas()
                    keyboard.draw(keyboard.bounds, in: canvas)
                    var taken: Set<[Int]> = []
                    for (text, point) in canvas.texts.map({ ($0.text, $0.point) }) {
                        #expect(!text.contains("…"))
                        for index in text.indices {
                            let column = Int((point.x + 4) / 8) + text.distance(from: text.startIndex, to: index)
                            #expect(taken.insert([column, Int((point.y + 8) / 16)]).inserted && column < 56)
                        }
                    }
                }
            }
        }
    }

    @Test("A keyboard types by way of the input method, in an app's own view as well")
    func inputMethod() throws {
        final class Doubling: InputMethod {
            func handle(_ key: Key, for input: any KeyInput) -> Bool {
                guard !key.characters.isEmpty else { return false }
                input.insertText(key.characters + key.characters)
                return true
            }
        }
        let view = harness.typing()
        harness.application.inputMethod = Doubling()
        harness.application.keyboardPolicy = .never
        harness.settle()
        #expect(harness.inputWindows.isEmpty)
        let own = harness.add(KeyboardView(frame: Rect(0, 300, 400, 200)))
        harness.settle()
        #expect(harness.screenKeyboard.view === own)
        harness.screenKeyboard.type("Ab")
        harness.screenKeyboard.tap(.delete)
        #expect(view.text == "AAb")
    }
}
