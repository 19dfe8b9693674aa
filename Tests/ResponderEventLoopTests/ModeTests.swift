import ResponderEventLoop
import TestSupport
import Testing

@Suite("Modes")
@MainActor
struct ModeTests {
    typealias Mode = MainRunLoop.Mode

    @Test("A mode is known by its name")
    func names() {
        // Rules: L20.
        #expect(Mode("dragging") == Mode("dragging"))
        #expect(Mode("dragging") != Mode("drawing"))
        #expect(Mode("default") == .default)
        #expect(Mode("tracking") == .tracking)
        #expect(Mode("dragging").description == "dragging")
        #expect("\(Mode.default) \(Mode.tracking)" == "default tracking")
    }

    @Test("Common is a set of modes: a mode of that name is another mode, and does not serve the set")
    func commonIsNoMode() throws {
        // Rules: L3.
        let (loop, log) = (try makeLoop(), Log())
        loop.post(in: .common) { log.write("common") }
        loop.post(in: [Mode("common")]) { log.write("a mode of that name") }
        loop.runPresent(mode: Mode("common"))
        #expect(log.take() == ["a mode of that name"])
        loop.runPresent()
        #expect(log.take() == ["common"])
    }

    @Test("A run serves sources, posts, ports and observers of its mode, and leaves the others in their places")
    func served() throws {
        // Rules: L18, L20.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let modes: [(String, MainRunLoop.ModeSet)] = [
            ("default", .default), ("tracking", .tracking), ("common", .common), ("both", [.default, .tracking]),
        ]
        for (name, mode) in modes {
            loop.addObserver(of: .beforeTimers, repeats: false, in: mode) { _ in log.write("observer \(name)") }
            loop.post(in: mode) { log.write("post \(name)") }
            let input = StubInput()
            input.pending = 1
            input.onServe = { log.write("port \(name)") }
            loop.addInput(input, in: mode)
            loop.addUserSource(in: mode) { log.write("source \(name)") }.signal()
            let descriptor = Box<MainRunLoop.DescriptorSource?>(nil)
            descriptor.value = try loop.addDescriptorSource(sockets.near, for: .read, in: mode) { _ in
                log.write("descriptor \(name)")
                descriptor.value?.cancel()
            }
        }
        sockets.send()
        loop.runPresent(mode: .tracking)
        let inTracking = log.take()
        loop.runPresent()
        let inDefault = log.take()
        for kind in ["observer", "post", "port", "source", "descriptor"] {
            #expect(
                Set(inTracking.filter { $0.hasPrefix(kind) }) == ["\(kind) tracking", "\(kind) common", "\(kind) both"]
            )
            #expect(inDefault.filter { $0.hasPrefix(kind) } == ["\(kind) default"])
        }
    }

    @Test("What is in common joins a mode that becomes common later, also while that mode is run")
    func addCommonMode() throws {
        // Rules: L21.
        let (loop, log, own) = (try makeLoop(), Log(), Mode("joins common"))
        let source = loop.addUserSource { log.write("source") }
        loop.addObserver(of: .beforeTimers, order: 1) { _ in log.write("observer") }
        let input = StubInput()
        input.onServe = { log.write("port") }
        loop.addInput(input)
        func fill() {
            source.signal()
            input.pending = 1
            loop.post { log.write("post") }
        }
        fill()
        loop.runPresent(mode: own)
        #expect(log.take() == [])
        loop.post(in: [own]) { [unowned loop] in loop.addCommonMode(own) }
        loop.runPresent(mode: own)
        #expect(Set(log.take()) == ["observer", "post", "port", "source"])
        fill()
        loop.runPresent(mode: own)
        #expect(log.take() == ["observer", "post", "port", "source"])
        // Another loop's common modes are its own.
        let other = try makeLoop()
        other.post { log.write("other") }
        other.runPresent(mode: own)
        #expect(log.take() == [])
    }

    @Test("A source in several modes performs once for a signal, in the first of them that is run")
    func manyModes() throws {
        // Rules: L23.
        let (loop, log, own) = (try makeLoop(), Log(), Mode("one of several"))
        let source = loop.addUserSource(in: [.default, own]) { log.write("source") }
        source.signal()
        loop.runPresent(mode: .tracking)
        #expect(log.take() == [])
        loop.runPresent(mode: own)
        loop.runPresent()
        #expect(log.take() == ["source"])
    }

    @Test("What is in no mode at all is never served, and keeps no run alive")
    func noMode() throws {
        let (loop, log) = (try makeLoop(), Log())
        loop.addUserSource(in: []) { log.write("source") }.signal()
        loop.post(in: []) { log.write("post") }
        #expect(loop.runNow() == .finished)
        #expect(log.take() == [])
    }

    @Test("A process that makes more than 60 modes ends with a message that says so")
    func tooMany() async {
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            for number in 0...60 { _ = Mode("mode \(number)") }
        }
        .expectMessage("a process can have at most 60 run loop modes")
    }
}
