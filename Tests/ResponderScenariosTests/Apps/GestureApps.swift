import ResponderKitTesting
import ResponderScenarios

// The apps of the scenarios about gestures, controls, lists, text, controllers and the life cycle.
extension ScenarioApps {
    mutating func registerGestureApps() {
    }
}
