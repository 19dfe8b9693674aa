import Dispatch
import ResponderKitTesting
import Synchronization
import Testing

@testable import ResponderCore

@MainActor
@Suite("Records of responders")
struct RecordPoolTests {
    @Test("Last references go on other threads while views are made and dropped, and records are used again")
    func offMain() async {
        // In a process of its own: beside it other tests make responders too, as many as they like.
        await #expect(processExitsWith: .success) { try await checkOffMain() }
    }

    @Test("A record that is used again knows nothing of its former responder")
    func fresh() {
        for _ in 0..<600 {
            let view = tree()
            #expect(view.record.pointee.placeCount == 3)
            let plain = Responder()
            #expect(plain.record.pointee.placeCount == 0 && plain.record.pointee.children == nil)
            #expect(plain.record.pointee.flags.isEmpty && plain.record.pointee.next == nil)
        }
    }
}

@MainActor
private func checkOffMain() async throws {
    var made = 0
    for _ in 0..<200 {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                // The box holds the only reference, and lets go of it on whichever thread the task runs.
                let box = Mutex<View?>(tree())
                let shared = Box(box)
                group.addTask { shared.empty() }
            }
            for _ in 0..<20 {
                let view = tree()
                if view.subviews.count == 3 { made += 5 }
            }
        }
    }
    try #require(made == 20_000)
    var count = 0
    RecordPool.forEachRecord { _ in count += 1 }
    // Some 25 responders are alive at once, and nothing is taken in before all records of a chunk are used: one chunk
    // does, and of two there is no need.
    try #require(count > 0 && count <= 512, "\(count) records")
}

/// A view with three subviews, one of them with a controller.
@MainActor
private func tree() -> View {
    let view = View()
    for _ in 0..<3 { view.addSubview(HoldingView()) }
    let controller = ViewController()
    controller.view = view.subviews[0]
    (view.subviews[0] as? HoldingView)?.held = controller
    return view
}

/// Holds a view for another thread.
private final class Box: Sendable {
    private let view: Mutex<View?>

    init(_ view: consuming sending Mutex<View?>) {
        self.view = view
    }

    func empty() {
        view.withLock { $0 = nil }
    }
}

private final class HoldingView: View {
    weak var held: ViewController?
}
