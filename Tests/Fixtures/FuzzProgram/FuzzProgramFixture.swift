// The program of the fuzzer, with apps that have faults: each is nothing but a view with the fault.
// `stderr` is a variable, which Swift 6 takes for shared mutable state; nothing sets it.
@preconcurrency import Glibc
import ResponderFuzzing
import ResponderKit
import ResponderScenarios

@main
enum FuzzProgramFixture {
    @MainActor
    static func main() {
        var apps = ScenarioApps()
        apps.register("sound") { $0.addSubview(FaultyView { _ in }) }
        apps.register("crash") { window in
            window.addSubview(
                FaultyView { count in
                    guard count == 3 else { return }
                    fputs("Fatal error: the third touch\n", stderr)
                    abort()
                }
            )
        }
        apps.register("hang") { window in
            window.addSubview(
                FaultyView { count in
                    while count == 1 { pause() }
                }
            )
        }
        // As an order that depends on a hash: another one in each process, which the trace of the next touch shows.
        apps.register("chance") { window in
            window.addSubview(
                FaultyView { [weak window] _ in
                    window?.subviews.first?.frame.origin.x = Double(Set(0..<1000).first ?? 0) / 10
                }
            )
        }
        FuzzProgram.main(apps: apps)
    }
}

/// A view as large as the screen, which does something at each touch.
private final class FaultyView: View {
    private let act: @MainActor (Int) -> Void
    private var count = 0

    init(_ act: @escaping @MainActor (Int) -> Void) {
        self.act = act
        super.init(frame: Rect(0, 0, 400, 700))
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        count += touches.count
        act(count)
    }
}
