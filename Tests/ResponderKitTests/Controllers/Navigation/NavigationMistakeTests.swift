import ResponderKit
import TestSupport
import Testing

// These are exits: in release, too, the text must be there.
@MainActor
@Suite("A mistake with a container stops the process with a message:")
struct NavigationMistakeTests {
    @Test("a controller that is pushed twice")
    func twice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let controller = ViewController()
            NavigationController(rootViewController: controller).pushViewController(controller)
        }
        result.expectMessage("ViewController cannot be on the stack of NavigationController twice; use popToView")
    }

    @Test("a stack that has a controller twice")
    func setTwice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let controller = ViewController()
            NavigationController().viewControllers = [controller, controller]
        }
        result.expectMessage("ViewController cannot be on the stack of NavigationController twice; name it once")
    }

    @Test("a navigation controller on a stack")
    func navigation() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            NavigationController().pushViewController(NavigationController())
        }
        result.expectMessage("takes neither navigation controllers nor tab bar controllers; present it")
    }

    @Test("a tab bar controller as a root")
    func tabs() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            _ = NavigationController(rootViewController: TabBarController())
        }
        result.expectMessage("TabBarController cannot be on the stack of NavigationController")
    }

    @Test("a pop to a controller that is not on the stack")
    func popTo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            NavigationController().popToViewController(ViewController())
        }
        result.expectMessage("NavigationController cannot pop to ViewController, which is not on its stack")
    }

    @Test("a tab that is not there")
    func tab() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let tabs = TabBarController()
            tabs.viewControllers = [ViewController()]
            tabs.selectedIndex = 1
        }
        result.expectMessage("TabBarController cannot select the tab 1: it has 1, and their numbers begin at 0")
    }

    @Test("a selected controller without a tab")
    func selected() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            TabBarController().selectedViewController = ViewController()
        }
        result.expectMessage("TabBarController cannot select ViewController, which is not one of its viewControllers")
    }

    @Test("a tab bar controller in a tab, or a controller in two tabs")
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
