internal import ResponderKit

/// A view that tells its scene what it gets, and passes on what another one may keep.
final class FuzzView: View, Named {
    let fuzzName: String
    private weak var scene: FuzzScene?
    private let passesOn: Bool
    private let takesFocus: Bool

    init(_ scene: FuzzScene, frame: Rect) {
        fuzzName = scene.name("view")
        self.scene = scene
        passesOn = scene.random.one(in: 2)
        takesFocus = scene.random.one(in: 2)
        super.init(frame: frame)
        isMultipleTouchEnabled = scene.random.one(in: 2)
        accessibilityIdentifier = fuzzName
        scene.views.add(self)
        scene.made(self, fuzzName)
    }

    override var canBecomeFirstResponder: Bool { takesFocus }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        scene?.note(.began, touches, to: fuzzName)
        if passesOn { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        scene?.note(.moved, touches, to: fuzzName)
        if passesOn { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        scene?.note(.ended, touches, to: fuzzName)
        if passesOn { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        scene?.note(.cancelled, touches, to: fuzzName)
        if passesOn { super.touchesCancelled(touches, with: event) }
    }

    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        scene?.note(.began, presses, to: fuzzName)
        if passesOn { super.pressesBegan(presses, with: event) }
    }
    override func pressesChanged(_ presses: PressSet, with event: PressesEvent) {
        scene?.note(.changed, presses, to: fuzzName)
        if passesOn { super.pressesChanged(presses, with: event) }
    }
    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        scene?.note(.ended, presses, to: fuzzName)
        if passesOn { super.pressesEnded(presses, with: event) }
    }
    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) {
        scene?.note(.cancelled, presses, to: fuzzName)
        if passesOn { super.pressesCancelled(presses, with: event) }
    }

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        if scene?.isAskedByMonkey == false { scene?.happen("\(fuzzName) is hit-tested") }
        return super.hitTest(point, with: event)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        scene?.happen("\(fuzzName) is laid out")
    }

    override func willMove(toSuperview superview: View?) {
        scene?.happen("\(fuzzName) goes \(superview == nil ? "out" : "in")")
    }

    override func didMoveToWindow() { scene?.happen("\(fuzzName) moved to \(window == nil ? "no" : "a") window") }
}

/// A button that tells of its touches.
final class FuzzButton: Button, Named {
    let fuzzName: String
    private weak var scene: FuzzScene?

    init(_ scene: FuzzScene, frame: Rect) {
        fuzzName = scene.name("button")
        self.scene = scene
        super.init(frame: frame)
        setTitle(fuzzName, for: .normal)
        scene.views.add(self)
        scene.made(self, fuzzName)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        scene?.note(.began, touches, to: fuzzName)
        super.touchesBegan(touches, with: event)
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        scene?.note(.moved, touches, to: fuzzName)
        super.touchesMoved(touches, with: event)
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        scene?.note(.ended, touches, to: fuzzName)
        super.touchesEnded(touches, with: event)
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        scene?.note(.cancelled, touches, to: fuzzName)
        super.touchesCancelled(touches, with: event)
    }
}

/// A row that tells of its touches.
final class FuzzCell: ListCell, Named {
    private(set) var fuzzName = "cell"
    private weak var scene: FuzzScene?

    func join(_ scene: FuzzScene) {
        guard self.scene == nil else { return }
        fuzzName = scene.name("cell")
        self.scene = scene
        scene.made(self, fuzzName)
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        scene?.log("\(fuzzName) is used again")
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        scene?.note(.began, touches, to: fuzzName)
        super.touchesBegan(touches, with: event)
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        scene?.note(.moved, touches, to: fuzzName)
        super.touchesMoved(touches, with: event)
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        scene?.note(.ended, touches, to: fuzzName)
        super.touchesEnded(touches, with: event)
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        scene?.note(.cancelled, touches, to: fuzzName)
        super.touchesCancelled(touches, with: event)
    }
}
