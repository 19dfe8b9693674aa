internal import ResponderCore
internal import ResponderTouchInput

/// What fingers do to a text: they put the caret somewhere, select, and move the ends of a selection.
///
/// - A tap puts the caret at the nearest place, and begins the editing.
/// - A second tap in the same place selects the word, a third one everything in the line.
/// - A finger that is held puts the caret beneath itself, and then drags the caret.
/// - A drag that begins at the caret, or at an end of the selection, moves the caret or the end. After a double tap the
///   drag selects by words. In a field that is edited, a drag along the text selects from where it began.
@MainActor
final class TextGestures: GestureRecognizerDelegate {
    private weak var editing: TextEditing?
    let tap = TextTapRecognizer()
    let hold = LongPressGestureRecognizer()
    let drag = TextDragRecognizer()
    /// The end of the selection that stays while a drag moves the other: an empty range or a word; nil if the caret
    /// moves.
    private var anchor: Range<TextPosition>?
    /// The vector from the finger to the middle of the dragged caret.
    private var distance = Point.zero
    /// The recogniser of the finger that drags the caret, or an end of the selection; nil without such a finger.
    private weak var follower: GestureRecognizer?
    private let autoscroll = TextAutoscroll()

    /// Whether a finger drags the caret, or an end of the selection.
    var isDragging: Bool { follower.map { $0.state == .began || $0.state == .changed } ?? false }

    /// How far from the caret, or from an end of the selection, a finger that drags it may come down, in points: half
    /// of the 44 points of a touch target in Apple's guidelines.
    static let reach = 22.0

    init(_ editing: TextEditing) {
        self.editing = editing
        // The view stays a control: it sends the events of its touch.
        tap.cancelsTouchesInView = false
        tap.addAction { [weak self] in self?.tapped($0) }
        hold.addAction { [weak self] in self?.held($0) }
        drag.maximumNumberOfTouches = 1
        drag.addAction { [weak self] in self?.dragged($0) }
        drag.delegate = self
        drag.mayBegin = { [weak self] in self?.mayDrag($0) ?? false }
    }

    func add(to view: View) {
        for recognizer in [drag, hold, tap] as [GestureRecognizer] { view.addGestureRecognizer(recognizer) }
    }

    private func tapped(_ tap: TextTapRecognizer) {
        guard let editing, let host = editing.host else { return }
        // The place is in the text as it is seen: the beginning of the editing may scroll it.
        let caret = editing.caret(at: tap.location(in: host))
        guard host.becomeFirstResponder() else { return }
        editing.observe {
            let editor = editing.editor
            switch tap.tapCount {
            case ...1: editor.select(TextSelection(caret.position, affinity: caret.affinity))
            case 2: editor.selectWord(at: caret.position)
            default: editor.select(editing.line(at: caret))
            }
        }
    }

    private func held(_ press: LongPressGestureRecognizer) {
        guard let editing, let host = editing.host else { return }
        switch press.state {
        case .began:
            // The place is in the text as it is seen: the beginning of the editing may scroll it.
            let caret = editing.caret(at: press.location(in: host))
            guard host.becomeFirstResponder() else { return }
            (anchor, distance) = (nil, .zero)
            editing.select(TextSelection(caret.position, affinity: caret.affinity))
        case .changed where host.isFirstResponder: follow(press)
        default: endFollowing(press)
        }
    }

    // MARK: Dragging

    /// Whether a finger that comes down may drag: at the caret or an end of the selection, or where text is selected by
    /// a drag.
    private func mayDrag(_ touch: Touch) -> Bool {
        anchor = nil
        guard let editing, let host = editing.host, host.isFirstResponder else { return false }
        let point = touch.location(in: host)
        let editor = editing.editor
        if touch.tapCount > 1 {
            anchor = editor.word(at: editing.caret(at: point).position)
            distance = .zero
            return true
        }
        let selection = editor.selection
        // Of two ends that are both near, the nearer one is dragged.
        let ends: [(caret: TextCaret, other: TextPosition)] =
            selection.isEmpty
            ? [(selection.caret, selection.head)]
            : [(selection.caret, selection.anchor), (TextCaret(selection.anchor), selection.head)]
        let near = ends.map { ($0, editing.caretRect(at: $0.caret)) }
            .filter { $0.1.insetBy(dx: -Self.reach, dy: -Self.reach).contains(point) }
            .min { ($0.1.center - point).square < ($1.1.center - point).square }
        if let (end, rect) = near {
            // A caret moves alone; when one end of a selection is dragged, the other end stays.
            anchor = selection.isEmpty ? nil : end.other..<end.other
            distance = rect.center - point
            return true
        }
        guard host.selectsByDrag else { return false }
        let start = editing.caret(at: point).position
        anchor = start..<start
        distance = .zero
        return true
    }

    /// A drag across the text is left to a scroll view that the text is in.
    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        guard recognizer === drag, let editing, let host = editing.host, !editing.editor.allowsLineEnds,
            let path = drag.drag?.path
        else { return true }
        let way = host.convert(path, from: nil) - host.convert(.zero, from: nil)
        return way.x.magnitude >= way.y.magnitude
    }

    private func dragged(_ drag: TextDragRecognizer) {
        let isEdited = editing?.host?.isFirstResponder == true
        if isEdited, drag.state == .began || drag.state == .changed { follow(drag) } else { endFollowing(drag) }
    }

    /// Has the caret, or an end of the selection, follow the finger, and scrolls while the finger is beyond an edge.
    private func follow(_ recognizer: GestureRecognizer) {
        guard let host = editing?.host else { return }
        follower = recognizer
        select(at: recognizer)
        autoscroll.follow(recognizer, in: host) { [weak self] in self?.select(at: $0) }
    }

    private func endFollowing(_ recognizer: GestureRecognizer) {
        guard follower != nil else { return }
        // A finger may be lifted at another place than that of its last move.
        if recognizer.state == .ended, editing?.host?.isFirstResponder == true { select(at: recognizer) }
        follower = nil
        autoscroll.stop()
        editing?.host?.showCaret()
    }

    private func select(at recognizer: GestureRecognizer) {
        guard let editing, let host = editing.host else { return }
        // The caret stays where text is seen: only scrolling shows further text.
        let caret = editing.caret(at: host.place(nearest: recognizer.location(in: host) + distance))
        guard let anchor else { return editing.select(TextSelection(caret.position, affinity: caret.affinity)) }
        guard anchor.isEmpty else {
            let word = editing.editor.word(at: caret.position)
            let isBackward = word.lowerBound < anchor.lowerBound
            return editing.select(
                isBackward
                    ? TextSelection(anchor: anchor.upperBound, head: word.lowerBound)
                    : TextSelection(anchor: anchor.lowerBound, head: max(word.upperBound, anchor.upperBound))
            )
        }
        editing.select(TextSelection(anchor: anchor.lowerBound, head: caret.position, affinity: caret.affinity))
    }
}

extension Point {
    /// The square of the distance from the origin, which is enough to compare distances.
    fileprivate var square: Double { x * x + y * y }
}

extension TextEditing {
    /// The row's line, or everything in a text of one line.
    fileprivate func line(at caret: TextCaret) -> TextSelection {
        let range = editor.storage.range(ofLine: editor.storage.lineIndex(of: caret.position))
        return TextSelection(anchor: range.lowerBound, head: range.upperBound)
    }
}

/// A tap that knows its number in a series: the first puts the caret, the second selects a word.
final class TextTapRecognizer: TapGestureRecognizer {
    /// The touch's ``Touch/tapCount``.
    private(set) var tapCount = 1

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        if let touch = touches.first { tapCount = touch.tapCount }
        super.touchesBegan(touches, with: event)
    }
}

/// A drag that fails at once where there is nothing to drag, so that scrolling need not wait for it.
final class TextDragRecognizer: PanGestureRecognizer {
    var mayBegin: (@MainActor (Touch) -> Bool)?

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        if let touch = touches.first, numberOfTouches <= touches.count, mayBegin?(touch) != true {
            state = .failed
            return
        }
        super.touchesBegan(touches, with: event)
    }
}
