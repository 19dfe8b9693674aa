import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Very many presented controllers")
struct ManyPresentationsTests {
    // Rules: VC21.
    @Test("Very many presented controllers are dismissed in time that does not grow with the square")
    func dismissing() throws {
        func presented(by presenter: ViewController) -> ViewController {
            let controller = ViewController()
            controller.modalPresentationStyle = .overCurrentContext
            presenter.present(controller)
            return controller
        }
        let tooFast = try growingTooFast(
            from: 150,
            [
                (
                    "each presented by the one before",
                    { count in
                        let (harness, root) = (try AppHarness(), ViewController())
                        harness.window.rootViewController = root
                        var last = root
                        for _ in 0..<count { last = presented(by: last) }
                        return processorTime { root.dismiss() }
                    }
                ),
                (
                    "each presented by another child",
                    { count in
                        let (harness, root) = (try AppHarness(), ViewController())
                        harness.window.rootViewController = root
                        let children = (0..<count).map { _ in
                            let child = ViewController()
                            child.definesPresentationContext = true
                            root.addChild(child)
                            root.view.addSubview(child.view)
                            return child
                        }
                        for child in children { _ = presented(by: child) }
                        try #require(children.allSatisfy { $0.presentedViewController != nil })
                        return processorTime { for child in children { child.dismiss() } }
                    }
                ),
            ]
        )
        #expect(tooFast == [])
    }
}
