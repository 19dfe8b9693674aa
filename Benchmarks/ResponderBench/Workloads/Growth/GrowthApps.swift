import ResponderKit
import ResponderSimulator

extension GrowthCurve {
    /// Applications on a device or in a process, and screens of one application.
    static let apps: [GrowthCurve] = [
        GrowthCurve(
            "apps-switch",
            "on a device with N apps that were launched once, two are launched by turns",
            per: "launch",
            sizes: [2, 8, 32, 128, 512],
            counted: GuardedSizes(2, 16, 128)
        ) { count in
            let device = try ManyApps(count)
            return { try device.switches($0) }
        },
        GrowthCurve(
            "apps-touch",
            "on the same device a finger touches the app in front, and is lifted",
            per: "touch",
            sizes: [2, 8, 32, 128, 512],
            counted: GuardedSizes(2, 16, 128)
        ) { count in
            let device = try ManyApps(count)
            return { try device.touches($0) }
        },
        GrowthCurve(
            "apps-change",
            "on the same device the app in front gets a subview under a finger, which is removed again",
            per: "change",
            sizes: [2, 8, 32, 128, 512],
            counted: GuardedSizes(2, 16, 128)
        ) { count in
            let device = try ManyApps(count)
            return { try device.changes($0) }
        },
        GrowthCurve(
            "navigation",
            "a controller is pushed above N, and popped, each in a turn",
            per: "push and pop",
            sizes: (0...5).map { 1 << (2 * $0) },
            counted: GuardedSizes(4, 64, 1_024)
        ) { count in
            let tree = try BenchTree(flat: 0)
            let controllers = (0..<count).map { _ in ViewController() }
            let navigation = NavigationController(rootViewController: controllers[0])
            navigation.viewControllers = controllers
            tree.window.rootViewController = navigation
            tree.application.runLoop.run(until: .zero)
            let pushed = ViewController()
            return { times in
                var done = 0
                for _ in 0..<times {
                    navigation.pushViewController(pushed)
                    tree.application.runLoop.run(until: .zero)
                    if pushed.view.window != nil { done += 1 }
                    navigation.popViewController()
                    tree.application.runLoop.run(until: .zero)
                }
                return pushed.view.window == nil ? done : 0
            }
        },
    ]
}

/// A device with apps that do nothing but take touches; all were launched, and the last one is in front.
@MainActor
private final class ManyApps {
    private let device = SimulatedDevice()
    private let names: [String]
    /// The view that the last app has on the screen.
    private var view = CountingView(frame: .zero)
    private let subview = PlainView(frame: Rect(0, 0, 10, 10))

    init(_ count: Int) throws {
        device.recordsHistory = false
        names = (0..<count).map { "app\($0)" }
        for name in names {
            try device.install(Manifest(identifier: name)) { [unowned self] application in
                let whole = Rect(0, 0, device.screenSize.width, device.screenSize.height)
                let window = Window(frame: whole, application: application)
                view = CountingView(frame: whole)
                window.addSubview(view)
                window.makeKeyAndVisible()
            }
            try device.perform(.launch(name))
        }
        device.settle()
    }

    func switches(_ count: Int) throws -> Int {
        var done = 0
        for _ in 0..<count {
            let isFirst = try device.state(of: names[0]) == .active
            let name = names[isFirst ? 1 : 0]
            try device.perform(.launch(name))
            device.settle()
            if try device.state(of: name) == .active { done += 1 }
        }
        return done
    }

    /// Began and ended, each in a turn of the app in front.
    func touches(_ count: Int) throws -> Int {
        let before = view.handled
        for _ in 0..<count {
            try device.perform(.fingerDown(1, at: Point(2, 2)))
            device.settle()
            try device.perform(.fingerUp(1))
            device.settle()
        }
        return (view.handled - before) / 2
    }

    /// Changes of the tree while a finger rests on another view.
    func changes(_ count: Int) throws -> Int {
        try device.perform(.fingerDown(1, at: Point(20, 20)))
        device.settle()
        var done = 0
        for _ in 0..<count {
            view.addSubview(subview)
            if subview.window != nil { done += 1 }
            subview.removeFromSuperview()
        }
        try device.perform(.fingerUp(1))
        device.settle()
        return done
    }
}
