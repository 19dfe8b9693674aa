import ResponderEventLoop
import TestSupport
import Testing

@Suite("The update pass")
@MainActor
struct UpdateHandlerTests {
    @Test("Update handlers are called by order, equal ones in the order added, and once however often the mark was set")
    func order() throws {
        // Rules: L36.
        let (loop, log) = (try makeLoop(), Log())
        for (name, order) in [("c", 5), ("a", -1), ("d", 5), ("b", 0)] {
            _ = loop.addUpdateHandler(order: order) { log.write(name) }
        }
        loop.runPresent()
        #expect(log.take() == [])
        for _ in 0..<3 { loop.setNeedsUpdate() }
        loop.runPresent()
        #expect(log.take() == ["a", "b", "c", "d"])
        loop.runPresent()
        #expect(log.take() == [])
    }

    @Test("A mark set inside the update pass causes another pass in the next turn, before time moves")
    func markInside() throws {
        // Rules: L8.
        let (loop, log) = (try makeLoop(), Log())
        let passes = Box(0)
        _ = loop.addUpdateHandler { [unowned loop] in
            passes.value += 1
            log.write("pass \(passes.value) at \(loop.now)")
            if passes.value < 3 { loop.setNeedsUpdate() }
            loop.post { log.write("turn") }
        }
        loop.addTimer(at: .ms(1)) { _ in log.write("timer") }
        loop.setNeedsUpdate()
        loop.runNow(until: .ms(1))
        let pass = (1...3).flatMap { ["pass \($0) at 0.000000 s", "turn"] }
        #expect(log.take() == pass + ["timer"])
    }

    @Test("An update handler cancelled by an earlier one is not called, and an added one waits for the next pass")
    func changes() throws {
        // Rules: L10, L19.
        let (loop, log) = (try makeLoop(), Log())
        let later = Box<MainRunLoop.UpdateHandler?>(nil)
        let own = Box<MainRunLoop.UpdateHandler?>(nil)
        own.value = loop.addUpdateHandler(order: 0) { [unowned loop] in
            log.write("first")
            later.value?.cancel()
            own.value?.cancel()
            _ = loop.addUpdateHandler(order: 3) { log.write("new") }
        }
        later.value = loop.addUpdateHandler(order: 1) { log.write("cancelled") }
        _ = loop.addUpdateHandler(order: 2) { log.write("last") }
        loop.setNeedsUpdate()
        loop.runPresent()
        #expect(log.take() == ["first", "last"])
        loop.setNeedsUpdate()
        loop.runPresent()
        #expect(log.take() == ["last", "new"])
    }

    @Test("An update mark without a handler waits for one, and does not keep the loop from ending")
    func noHandler() throws {
        let (loop, log) = (try makeLoop(), Log())
        loop.setNeedsUpdate()
        #expect(loop.runNow() == .finished)
        _ = loop.addUpdateHandler { log.write("pass") }
        loop.runPresent()
        #expect(log.take() == ["pass"])
    }
}
