internal import ResponderKit

/// A screen of the random app, which tells of its appearance.
final class FuzzController: ViewController, Named {
    let fuzzName: String
    private weak var scene: FuzzScene?
    private let passesOn: Bool

    /// - Parameter identifier: The name in saved states; nil for the name of the controller.
    init(_ scene: FuzzScene, identifier: String? = nil) {
        fuzzName = scene.name("screen")
        self.scene = scene
        passesOn = scene.random.one(in: 2)
        super.init()
        title = fuzzName
        restorationIdentifier = identifier ?? fuzzName
        scene.controllers.add(self)
        scene.made(self, fuzzName)
    }

    override func loadView() {
        guard let scene else { return super.loadView() }
        view = FuzzView(scene, frame: FuzzScene.screen)
    }

    override func viewDidLoad() {
        scene?.log("\(fuzzName) has loaded its view")
        scene?.fill(view)
    }

    override func viewWillAppear() { scene?.note(.willAppear, of: fuzzName) }
    override func viewIsAppearing() { scene?.note(.isAppearing, of: fuzzName) }
    override func viewDidAppear() { scene?.note(.didAppear, of: fuzzName) }
    override func viewWillDisappear() { scene?.note(.willDisappear, of: fuzzName) }
    override func viewDidDisappear() { scene?.note(.didDisappear, of: fuzzName) }

    override func viewDidLayoutSubviews() { scene?.happen("\(fuzzName) is laid out") }
    override func didReceiveMemoryWarning() { scene?.happen("\(fuzzName) is warned of memory") }
    override func encodeRestorableState(with coder: StateCoder) {
        super.encodeRestorableState(with: coder)
        scene?.happen("\(fuzzName) is saved")
    }
    override func decodeRestorableState(with coder: StateCoder) {
        super.decodeRestorableState(with: coder)
        scene?.happen("\(fuzzName) is restored")
    }

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
}
