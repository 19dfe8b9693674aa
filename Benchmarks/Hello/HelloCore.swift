import CHelloReport
import ResponderCore

/// The smallest app without widgets: a window with a view that draws its greeting itself.
@main
final class HelloCore: Responder, EntryPointDelegate {
    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(0, 0, 800, 480), application: application)
        window.addSubview(Greeting(frame: Rect(100, 100, 600, 80)))
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

final class Greeting: View {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.draw("Hello, world", in: bounds, style: TextStyle(fontSize: 24), measurer: textMeasurer)
    }
}
