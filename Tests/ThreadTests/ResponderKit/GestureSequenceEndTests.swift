import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("The end of a sequence of a recogniser's actions")
struct GestureSequenceEndTests {
    @Test(
        "A recogniser's sequence ends its action when iterator or sequence goes or the task is cancelled, on any thread"
    )
    func released() async throws {
        let harness = try AppHarness()
        let (view, tap) = (harness.add(View(frame: Rect(100, 100, 800, 800))), TapGestureRecognizer())
        view.addGestureRecognizer(tap)
        var calls = 0
        func tapped() async -> Int {
            calls = 0
            await harness.advance(by: .seconds(1))
            await harness.tap(at: Point(300, 300))
            return calls
        }
        func counted() -> GestureUpdates<Int> {
            tap.updates { _ in
                calls += 1
                return calls
            }
        }
        var sequence: GestureUpdates<Int>? = counted()
        #expect(await tapped() == 1)
        sequence = nil
        #expect(await tapped() == 0 && sequence == nil)
        let other = counted()
        let task = Task { @MainActor in
            for await _ in other { break }
        }
        await harness.settle()
        #expect(await tapped() == 1)
        await task.value
        #expect(await tapped() == 0)
        let waiting = Task.detached { [updates = counted()] in
            var count = 0
            for await _ in updates { count += 1 }
            return count
        }
        #expect(await tapped() == 1)
        waiting.cancel()
        _ = await waiting.value
        await harness.settle()
        #expect(await tapped() == 0)
        // A task that is cancelled before it asks.
        let late = Task { @MainActor [updates = counted()] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await updates.makeAsyncIterator().next()
        }
        #expect(await late.value == nil)
        #expect(await tapped() == 0)
    }
}
