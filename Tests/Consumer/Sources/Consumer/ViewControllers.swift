import ResponderKit

/// A view controller with each open member overridden.
final class MyViewController: ViewController {
    override var next: Responder? {
        called.insert("ViewController.next")
        return super.next
    }

    override func loadView() {
        called.insert("ViewController.loadView")
        super.loadView()
    }

    override func viewDidLoad() {
        called.insert("ViewController.viewDidLoad")
        super.viewDidLoad()
    }

    override func viewWillLayoutSubviews() {
        called.insert("ViewController.viewWillLayoutSubviews")
        super.viewWillLayoutSubviews()
    }

    override func viewDidLayoutSubviews() {
        called.insert("ViewController.viewDidLayoutSubviews")
        super.viewDidLayoutSubviews()
    }

    override func viewWillTransition(to size: Size) {
        called.insert("ViewController.viewWillTransition")
        super.viewWillTransition(to: size)
    }

    override var supportedInterfaceOrientations: Set<InterfaceOrientation> {
        called.insert("ViewController.supportedInterfaceOrientations")
        return super.supportedInterfaceOrientations
    }

    override func viewWillAppear() {
        called.insert("ViewController.viewWillAppear")
        super.viewWillAppear()
    }

    override func viewIsAppearing() {
        called.insert("ViewController.viewIsAppearing")
        super.viewIsAppearing()
    }

    override func viewDidAppear() {
        called.insert("ViewController.viewDidAppear")
        super.viewDidAppear()
    }

    override func viewWillDisappear() {
        called.insert("ViewController.viewWillDisappear")
        super.viewWillDisappear()
    }

    override func viewDidDisappear() {
        called.insert("ViewController.viewDidDisappear")
        super.viewDidDisappear()
    }

    override func didReceiveMemoryWarning() {
        called.insert("ViewController.didReceiveMemoryWarning")
        super.didReceiveMemoryWarning()
    }

    override func willMove(toParent parent: ViewController?) {
        called.insert("ViewController.willMove")
        super.willMove(toParent: parent)
    }

    override func didMove(toParent parent: ViewController?) {
        called.insert("ViewController.didMove")
        super.didMove(toParent: parent)
    }

    override var shouldAutomaticallyForwardAppearanceMethods: Bool {
        called.insert("ViewController.shouldAutomaticallyForwardAppearanceMethods")
        return super.shouldAutomaticallyForwardAppearanceMethods
    }

    override func encodeRestorableState(with coder: StateCoder) {
        called.insert("ViewController.encodeRestorableState")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: StateCoder) {
        called.insert("ViewController.decodeRestorableState")
        super.decodeRestorableState(with: coder)
    }

    override func applicationFinishedRestoringState() {
        called.insert("ViewController.applicationFinishedRestoringState")
        super.applicationFinishedRestoringState()
    }
}
