import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The caret comes into sight")
struct CaretSightTests {
    private let harness: AppHarness
    private let scroll: ScrollView
    private let witness = TextWitness()

    init() throws {
        harness = try AppHarness(screenSize: Size(400, 800))
        scroll = harness.add(ScrollView(frame: Rect(0, 0, 400, 800)))
        scroll.contentSize = Size(400, 3000)
    }

    /// Where the caret is in the window.
    private func caret(of text: any TextInput) -> Rect {
        text.ownView.map { $0.convert(text.caretRect(for: text.selectedTextRange.upperBound), to: nil) } ?? .zero
    }

    @Test("The caret of a text view as high as its text comes into sight above the keyboard, whatever moves it")
    func textAsHighAsItsView() throws {
        let view = TextView(frame: Rect(0, 0, 400, 32))
        view.isScrollEnabled = false
        view.delegate = witness
        witness.afterChange = { [unowned view, unowned scroll] in
            view.frame.size.height = view.sizeThatFits(view.bounds.size).height
            scroll.contentSize = view.frame.size
        }
        scroll.avoidsInputViews = true
        scroll.addSubview(view)
        view.becomeFirstResponder()
        harness.settle()
        let covered = harness.window.coveredRect.minY
        harness.type(String(repeating: "\n", count: 60))
        // With the margin of the text beneath.
        #expect(covered == 608 && caret(of: view).maxY == 600 && view.contentOffset == .zero)
        #expect(view.frame.height == 61 * 16 + 16)
        harness.press(.keyboardHome, .control)
        #expect(scroll.contentOffset.y == 0 && caret(of: view).minY == 8)
        for _ in 0..<60 { harness.press(.keyboardDownArrow) }
        #expect(caret(of: view).maxY == 600)
        scroll.contentOffset.y = 0
        harness.settle()
        harness.screenKeyboard.type("a")
        #expect(caret(of: view).maxY == 600)
    }

    @Test("The caret of a field that was scrolled away comes into sight in each scroll view around it, by any key")
    func nested() {
        let inner = ScrollView(frame: Rect(0, 1000, 400, 300))
        inner.contentSize = Size(400, 900)
        let field = TextField(frame: Rect(20, 800, 200, 40))
        scroll.addSubview(inner)
        inner.addSubview(field)
        harness.application.keyboardPolicy = .never
        field.becomeFirstResponder()
        harness.settle()
        #expect(inner.contentOffset.y == 540 && scroll.contentOffset.y == 1000 + 300 - 800)
        for move in [{ harness.type("a") }, { harness.press(.keyboardLeftArrow) }, { harness.press(.keyboardEnd) }] {
            (inner.contentOffset, scroll.contentOffset) = (.zero, Point(0, 2000))
            harness.settle()
            #expect(caret(of: field).minY < 0)
            move()
            #expect(inner.contentOffset.y == 540 && scroll.contentOffset.y == 1260)
        }
        // A caret that is seen moves nothing.
        scroll.contentOffset.y = 1100
        harness.type("b")
        #expect(inner.contentOffset.y == 540 && scroll.contentOffset.y == 1100)
    }

    @Test("An app's own view shows its caret above what covers the scroll view, and other views are seen whole")
    func ownViews() {
        harness.application.keyboardPolicy = .always
        let (text, pad) = (CaretView(frame: Rect(0, 100, 400, 2000)), TypedView(frame: Rect(0, 2200, 100, 40)))
        text.text = String(repeating: "\n", count: 100)
        for view in [text, pad] {
            scroll.addSubview(view)
            view.becomeFirstResponder()
            harness.settle()
            #expect(scroll.contentOffset == .zero)
            harness.type("a")
            #expect(harness.window.coveredRect.minY == 608)
            #expect(scroll.contentOffset.y == (view === text ? 1110 : 2240) - 608)
            scroll.contentOffset = .zero
        }
        // A view that is higher than what is left has no part that is to be seen before others.
        pad.frame.size.height = 700
        harness.type("a")
        #expect(scroll.contentOffset == .zero)
    }

    @Test("The caret comes into sight below its section's header at the top of a list, also after estimated heights")
    func header() throws {
        let scene = try ListScene { list, data in
            data.headerHeight = { _ in 50 }
            data.height = { $0 > 200 ? 80 : 44 }
            list.estimatedRowHeight = 44
            list.register(forCellReuseIdentifier: "number") { identifier in
                let cell = NumberCell(reuseIdentifier: identifier)
                cell.addSubview(TextField(frame: Rect(0, 4, 200, 40)))
                return cell
            }
        }
        let cell = try #require(scene.list.cellForRow(at: .init(section: 0, row: 3)))
        let field = try #require(cell.subviews.first as? TextField)
        field.becomeFirstResponder()
        scene.scroll(to: 1000)
        scene.harness.type("a")
        #expect(field.text == "a" && scene.list.contentOffset.y == 3 * 44 + 4)
        // The rows above are other ones when the list comes back from below.
        scene.scroll(to: 1000)
        scene.data.sections[0].insert(contentsOf: 201...205, at: 3)
        scene.list.insertRows(at: (3...7).map { .init(section: 0, row: $0) })
        scene.list.contentOffset = .zero
        scene.harness.type("b")
        let place = scene.list.convert(field.bounds, from: field)
        #expect(place == Rect(0, 50 + 3 * 44 + 5 * 80 + 4, 200, 40) && place.maxY == scene.list.bounds.maxY)
    }
}
