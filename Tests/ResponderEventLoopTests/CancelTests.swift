import Glibc
import ResponderEventLoop
import TestSupport
import Testing

@Suite("Cancelling in every place")
@MainActor
struct CancelTests {
    enum Kind: CaseIterable {
        case userSource, descriptor, signal, observer, update
    }

    /// Registers something that performs in a turn of the default mode, and returns its `cancel`.
    private func add(
        _ kind: Kind,
        to loop: MainRunLoop,
        _ sockets: SocketPair,
        in modes: MainRunLoop.ModeSet = .common,
        holding: Bool = true,
        _ perform: @escaping @MainActor () -> Void
    ) throws -> @MainActor () -> Void {
        switch kind {
        case .userSource:
            let source = loop.addUserSource(in: modes, perform: perform)
            source.signal()
            if !holding { return { [weak source] in source?.cancel() } }
            return { source.cancel() }
        case .descriptor:
            sockets.send()
            let source = try loop.addDescriptorSource(sockets.near, for: .read, in: modes) { _ in
                sockets.receive()
                perform()
            }
            if !holding { return { [weak source] in source?.cancel() } }
            return { source.cancel() }
        case .signal:
            // No signal comes.
            let source = try loop.addSignalSource(SIGURG, in: modes) { _ in perform() }
            if !holding { return { [weak source] in source?.cancel() } }
            return { source.cancel() }
        case .observer:
            let observer = loop.addObserver(of: .beforeSources, in: modes) { _ in perform() }
            if !holding { return { [weak observer] in observer?.cancel() } }
            return { observer.cancel() }
        case .update:
            let handler = loop.addUpdateHandler(perform: perform)
            loop.setNeedsUpdate()
            if !holding { return { [weak handler] in handler?.cancel() } }
            return { handler.cancel() }
        }
    }

    @Test(
        "A callback cancelled twice inside its perform performs no more, and its closure goes after the perform",
        arguments: Kind.allCases
    )
    func insideItself(kind: Kind) throws {
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let cancel = Box<(@MainActor () -> Void)?>(nil)
        do {
            let canary = OnRelease { log.write("released") }
            cancel.value = try add(kind, to: loop, sockets) {
                cancel.value?()
                cancel.value?()
                log.write("performed")
                withExtendedLifetime(canary) {}
            }
        }
        loop.post { loop.post {} }
        loop.runPresent()
        loop.setNeedsUpdate()
        sockets.send()
        loop.runPresent()
        if kind == .signal { cancel.value?() }
        #expect(log.take() == (kind == .signal ? ["released"] : ["performed", "released"]))
        cancel.value?()
        cancel.value = nil
    }

    @Test(
        "A callback may be cancelled by what its closure captures, when that goes, and the loop may be used then",
        arguments: Kind.allCases
    )
    func fromRelease(kind: Kind) throws {
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let cancel = Box<(@MainActor () -> Void)?>(nil)
        let other = loop.addUserSource { log.write("other") }
        other.signal()
        do {
            let canary = OnRelease { [unowned loop] in
                cancel.value?()
                log.write("released")
                other.cancel()
                loop.post { log.write("post") }
                for number in 0..<20 { loop.addUserSource { log.write("added \(number)") }.signal() }
                loop.addObserver(of: .exit, repeats: false) { _ in log.write("exit") }
                loop.addTimer(at: .zero) { _ in log.write("timer") }
                // A run nested in the release.
                loop.runPresent()
            }
            cancel.value = try add(kind, to: loop, sockets) { withExtendedLifetime(canary) {} }
        }
        loop.post { cancel.value?() }
        loop.runPresent()
        #expect(log.take() == ["released", "post", "timer"] + (0..<20).map { "added \($0)" } + ["exit"])
        cancel.value = nil
    }

    @Test("A source may be signalled and cancelled inside its perform, where what goes with its closure runs the loop")
    func releaseInsidePerform() throws {
        let (loop, log) = (try makeLoop(), Log())
        weak var held: MainRunLoop.UserSource?
        do {
            let own = Box<MainRunLoop.UserSource?>(nil)
            let canary = OnRelease { [unowned loop] in
                loop.post { log.write("nested") }
                loop.runPresent()
                log.write("released")
            }
            own.value = loop.addUserSource {
                own.value?.signal()
                own.value?.cancel()
                own.value = nil
                withExtendedLifetime(canary) {}
            }
            held = own.value
            own.value?.signal()
        }
        loop.runPresent()
        loop.runPresent()
        #expect(log.take() == ["nested", "released"])
        #expect(held == nil)
    }

    @Test("A ready sibling that is cancelled is not served", arguments: Kind.allCases.filter { $0 != .signal })
    func sibling(kind: Kind) throws {
        // Rules: L19.
        let (loop, log, pairs) = (try makeLoop(), Log(), [SocketPair(), SocketPair()])
        let cancels = Box<[@MainActor () -> Void]>([])
        for pair in pairs {
            cancels.value.append(
                try add(kind, to: loop, pair) {
                    log.write("served")
                    for cancel in cancels.value { cancel() }
                }
            )
        }
        loop.post {}
        loop.runPresent()
        loop.runPresent()
        #expect(log.take() == ["served"])
        cancels.value = []
    }

    @Test(
        "A callback cancelled while ready in a mode that is not run goes at once, and does not perform later",
        arguments: Kind.allCases
    )
    func ofAnotherMode(kind: Kind) throws {
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let cancel: @MainActor () -> Void
        do {
            let canary = OnRelease { log.write("released") }
            cancel = try add(kind, to: loop, sockets, in: .default) {
                log.write("performed")
                withExtendedLifetime(canary) {}
            }
        }
        loop.post(in: .tracking) {
            loop.post(in: .tracking) {}
            cancel()
            log.write("cancelled")
        }
        loop.runPresent(mode: .tracking)
        #expect(log.take().prefix(2) == ["released", "cancelled"] || kind == .update)
        cancel()
        loop.runPresent()
        #expect(!log.take().contains("performed") || kind == .update)
    }

    @Test("A callback may be cancelled after the loop is gone, any number of times", arguments: Kind.allCases)
    func afterTheLoop(kind: Kind) throws {
        let (log, sockets) = (Log(), SocketPair())
        var cancel: (@MainActor () -> Void)?
        do {
            let loop = try makeLoop()
            let canary = OnRelease { log.write("released") }
            cancel = try add(kind, to: loop, sockets) { withExtendedLifetime(canary) {} }
        }
        for _ in 0..<3 { cancel?() }
        cancel = nil
        #expect(log.take() == ["released"])
    }

    @Test("What goes with the loop may cancel and signal other things that go with the loop", arguments: Kind.allCases)
    func whileTheLoopGoes(kind: Kind) throws {
        let (log, sockets) = (Log(), SocketPair())
        let cancels = Box<[@MainActor () -> Void]>([])
        do {
            let loop = try makeLoop()
            let other = loop.addUserSource { log.write("other") }
            for _ in 0..<3 {
                let canary = OnRelease {
                    other.signal()
                    for cancel in cancels.value { cancel() }
                    log.write("released")
                }
                cancels.value.append(
                    try add(kind, to: loop, sockets, holding: false) { withExtendedLifetime(canary) {} }
                )
            }
        }
        cancels.value = []
        #expect(log.take() == ["released", "released", "released"])
    }
}
