import ResponderDemo
import ResponderFuzzing
import ResponderInterface
import ResponderScenarioYAML
import ResponderScenarios

extension ScenarioApps {
    /// What the tool's scenarios may name: the demo, and the widgets in interface files.
    static var ofTool: ScenarioApps {
        var apps = ScenarioApps(classes: .withWidgets)
        apps.readYAML = ScenarioYAML.read
        apps.register("demo") { window in
            ReplayTree.demo.fill(window)
        }
        apps.registerRandomApps()
        return apps
    }
}
