import ResponderInterface
import ResponderKit
import ResponderScenarios

/// The program of an embedder's scenarios.
@main
enum ConsumerScenarios {
    @MainActor
    static func main() {
        var apps = ScenarioApps(classes: .withWidgets)
        apps.register("counter") { window in
            let count = Label(text: "0")
            count.frame = Rect(20, 100, 100, 40)
            let add = Button(title: "Add")
            add.frame = Rect(20, 20, 120, 44)
            add.addAction(for: .touchUpInside) { _ in count.text = "\((Int(count.text ?? "") ?? 0) + 1)" }
            for view in [add, count] { window.addSubview(view) }
        }
        ScenarioProgram.main(apps: apps)
    }
}
