import ResponderInterface
import ResponderKitTesting
import ResponderScenarioYAML
import ResponderScenarios

extension ScenarioApps {
    /// The apps of these tests.
    @MainActor static var ofTests: ScenarioApps {
        var apps = ScenarioApps(classes: .withWidgets)
        apps.readYAML = ScenarioYAML.read
        apps.registerForm()
        apps.registerTwins()
        apps.registerRestless()
        apps.registerTouchApps()
        apps.registerGestureApps()
        return apps
    }
}
