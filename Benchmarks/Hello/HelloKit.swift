import CHelloReport
import ResponderKit

/// The smallest app with widgets: a window with a label and a button.
@main
final class HelloKit: Responder, EntryPointDelegate {
    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(0, 0, 800, 480), application: application)
        let label = Label(text: "Hello, world")
        label.frame = Rect(100, 100, 600, 80)
        let button = Button(frame: Rect(100, 200, 200, 80))
        button.setTitle("Close", for: .normal)
        button.addAction(for: .primaryActionTriggered) { [unowned application] _ in application.terminate() }
        for view in [label, button] { window.addSubview(view) }
        window.makeKeyAndVisible()
        // Called after the pass of the views.
        application.runLoop.addUpdateHandler(order: Application.updateOrder + 1) { [unowned application] in
            hello_report("first-update", application.updateStatistics.draws)
        }
        application.runLoop.addObserver(of: .beforeWaiting, repeats: false) { [unowned application] _ in
            hello_report("idle", application.updateStatistics.draws)
        }
        return true
    }
}
