import ResponderKit
import TestSupport
import Testing

private final class Counted: View {
    nonisolated(unsafe) private let counter: UnsafeMutablePointer<Int>

    init(_ counter: UnsafeMutablePointer<Int>) {
        self.counter = counter
        super.init(frame: Rect(0, 0, 10, 10))
        counter.pointee += 1
    }

    deinit { counter.pointee -= 1 }
}

@MainActor
@Suite("Views that are nested deeper than any thread's stack is")
struct DeepReleaseTests {
    // In a process of its own: a stack that overflows ends but that.
    @Test("Views nested deeper than any thread's stack is are released on any thread")
    func released() async {
        await #expect(processExitsWith: .success) { await checkReleased() }
    }
}

private let depth = 50_000

/// The outermost of many views, one inside another.
@MainActor
private func nest(_ counter: UnsafeMutablePointer<Int>) -> View {
    var view = Counted(counter)
    for _ in 1..<depth {
        let outer = Counted(counter)
        outer.addSubview(view)
        view = outer
    }
    return view
}

@MainActor
private func checkReleased() async {
    let counter = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { counter.deallocate() }
    counter.pointee = 0
    do {
        let wide = View()
        for _ in 0..<3 { wide.addSubview(nest(counter)) }
        precondition(counter.pointee == 3 * depth)
    }
    precondition(counter.pointee == 0)
    let last = LastReference(nest(counter))
    await Task.detached { last.release() }.value
    precondition(counter.pointee == 0)
}
