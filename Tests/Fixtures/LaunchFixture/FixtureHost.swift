internal import ResponderKit

/// A host with a screen of 320x240 points, which is made before the delegate is called.
final class FixtureHost: ApplicationHost {
    struct NoScreen: Error, CustomStringConvertible {
        let description = "there is no screen\u{1b}[31m"
    }

    init(_ application: Application, fails: Bool) throws {
        if fails { throw NoScreen() }
        application.setScreen(Screen(size: Size(320, 240)))
    }

    var bringsTouches: Bool { true }
}
