import ResponderKitTesting
import ResponderScenarios

// The apps of the scenarios about windows, views, touches and the responder chain.
extension ScenarioApps {
    mutating func registerTouchApps() {
    }
}
