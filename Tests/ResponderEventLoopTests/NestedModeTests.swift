import ResponderEventLoop
import TestSupport
import Testing

@Suite("Nested runs of another mode")
@MainActor
struct NestedModeTests {
    @Test("What the outer run had taken out is served after the nested run, once, in its order")
    func takenOut() throws {
        // Rules: L18.
        let (loop, log) = (try makeLoop(), Log())
        func nested(_ name: String) -> @MainActor () -> Void {
            { [unowned loop] in
                log.write("\(name) begins")
                loop.runNow(mode: .tracking, until: loop.now)
                log.write("\(name) ends")
            }
        }
        for kind in ["post", "input", "default"] {
            let begin = nested(kind)
            for number in 0..<3 {
                let work: @MainActor () -> Void = { number == 0 ? begin() : log.write("\(kind) \(number)") }
                let modes: MainRunLoop.ModeSet = number == 2 ? .default : .common
                switch kind {
                case "post": loop.post(in: modes, work)
                case "input": loop.addUserSource(priority: .input, in: modes, perform: work).signal()
                default: loop.addUserSource(in: modes, perform: work).signal()
                }
            }
        }
        loop.runPresent()
        // The posts were taken out when the step began; of sources the nested run serves those in its mode.
        #expect(
            log.take() == [
                "post begins", "input begins", "input 1", "default begins", "default 1", "default ends", "input ends",
                "post ends", "post 1", "post 2", "input 2", "default 2",
            ]
        )
    }

    @Test("Events of one port keep their order through a nested run that serves the port too")
    func inputOrder() throws {
        // Rules: L18, L35.
        let (loop, log) = (try makeLoop(), Log())
        let port = TimedInput(log, on: loop)
        for event in 0..<8 { port.send("\(event)", at: 0) }
        port.onServe = { [unowned loop] event in
            // Tracks until its source comes, as a scroll view does.
            if ["0", "3", "6"].contains(event) { loop.runNow(mode: .tracking, until: loop.now) }
        }
        loop.runPresent()
        #expect(log.take() == (0..<8).map { "\($0)" })
    }

    @Test("A source that a nested run is not to serve keeps its signal, and performs when the outer run goes on")
    func keptForOuter() throws {
        // Rules: L18.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = loop.addUserSource(in: .default) { log.write("source") }
        let descriptor = try loop.addDescriptorSource(sockets.near, for: .read, in: .default) { _ in
            sockets.receive()
            log.write("descriptor")
        }
        loop.post { [unowned loop] in
            source.signal()
            sockets.send()
            loop.addTimer(at: .ms(3)) { _ in log.write("nested goes on") }
            log.write("\(loop.runNow(mode: .tracking, until: .ms(5)))")
        }
        loop.runPresent()
        #expect(log.take() == ["nested goes on", "finished", "source", "descriptor"])
        descriptor.cancel()
    }

    @Test("A nested run may cancel what the outer run has taken out, which is then not served")
    func cancelledInNested() throws {
        // Rules: L18, L19.
        let (loop, log) = (try makeLoop(), Log())
        let victim = Box<MainRunLoop.UserSource?>(nil)
        let first = loop.addUserSource { [unowned loop] in
            loop.post { victim.value?.cancel() }
            loop.runPresent(mode: .tracking)
            log.write("first")
        }
        victim.value = loop.addUserSource(in: .default) { log.write("victim") }
        first.signal()
        victim.value?.signal()
        loop.runPresent()
        #expect(log.take() == ["first"])
    }
}
