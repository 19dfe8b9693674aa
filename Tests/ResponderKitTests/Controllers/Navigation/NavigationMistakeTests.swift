import ResponderKit
import TestSupport
import Testing

// These are exits: in release, too, the text must be there.
@MainActor
@Suite("A mistake with a container stops the process with a message:")
struct NavigationMistakeTests {
    @Test("A controller that is pushed twice stops the process with a message")
    func twice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let controller = ViewController()
            NavigationController(rootViewController: controller).pushViewController(controller)
        }
        result.expectMessage("ViewController cannot be on the stack of NavigationController twice; use popToView")
    }

    @Test("A stack that has a controller twice stops the process with a message")
    func setTwice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let controller = ViewController()
            NavigationController().viewControllers = [controller, controller]
        }
        result.expectMessage("ViewController cannot be on the stack of NavigationController twice; name it once")
    }

    @Test("A navigation controller on a stack stops the process with a message")
    func navigation() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            NavigationController().pushViewController(NavigationController())
        }
        result.expectMessage("takes neither navigation controllers nor tab bar controllers; present it")
    }

    @Test("A tab bar controller as the root of a stack stops the process with a message")
    func tabs() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            _ = NavigationController(rootViewController: TabBarController())
        }
        result.expectMessage("TabBarController cannot be on the stack of NavigationController")
    }

    @Test("A pop to a controller that is not on the stack stops the process with a message")
    func popTo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            NavigationController().popToViewController(ViewController())
        }
        result.expectMessage("NavigationController cannot pop to ViewController, which is not on its stack")
    }

    @Test("A selected tab that is not there stops the process with a message")
    func tab() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let tabs = TabBarController()
            tabs.viewControllers = [ViewController()]
            tabs.selectedIndex = 1
        }
        result.expectMessage("TabBarController cannot select the tab 1: it has 1, and their numbers begin at 0")
    }

    @Test("A selected controller without a tab stops the process with a message")
    func selected() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            TabBarController().selectedViewController = ViewController()
        }
        result.expectMessage("TabBarController cannot select ViewController, which is not one of its viewControllers")
    }

    @Test("A tab bar controller in a tab, or a controller in two tabs, stops the process with a message")
    func refusedTabs() async {
        let nested = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            TabBarController().viewControllers = [TabBarController()]
        }
        nested.expectMessage("TabBarController cannot be in TabBarController: a tab bar controller takes no tab bar")
        let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let controller = ViewController()
            TabBarController().viewControllers = [controller, controller]
        }
        twice.expectMessage("ViewController cannot be in TabBarController twice")
    }
}
