import ResponderEventLoop
import ResponderTouchInput
import Testing

/// A mouse, which is sent reports and says what its decoder makes of them.
private struct TestMouse {
    var decoder: MouseDecoder
    var time = MainRunLoop.Instant.zero

    /// The pointer begins at (50, 50).
    init(_ mapping: PointerMapping = PointerMapping(size: Size(100, 100))) throws {
        decoder = try MouseDecoder(mapping: mapping)
    }

    /// Sends the events as they are.
    mutating func send(_ events: InputEvent...) -> [String] {
        events.flatMap { decoder.decode($0.event(at: time)) }.map(describe)
    }

    /// Sends the events and a report, 10 ms later.
    mutating func report(_ events: InputEvent...) -> [String] {
        time = time.advanced(by: .milliseconds(10))
        return (events + [.report]).flatMap { decoder.decode($0.event(at: time)) }.map(describe)
    }
}

@Suite("The mouse decoder")
struct MouseDecoderTests {
    private let left: UInt16 = 0x110
    private let right: UInt16 = 0x111
    private let middle: UInt16 = 0x112

    @Test("A mouse's motion makes a pointer that hovers, from the first motion on")
    func hovers() throws {
        var mouse = try TestMouse()
        #expect(mouse.report().isEmpty)
        #expect(mouse.report(.right(5), .down(-10)) == ["hover began (55, 40)"])
        #expect(mouse.report(.right(1)) == ["hover moved (56, 40)"])
        #expect(mouse.decoder.location == Point(56, 40))
    }

    @Test("A mouse's pointer stops at the region's edges, just inside")
    func edges() throws {
        var mouse = try TestMouse(PointerMapping(region: Rect(10, 20, 100, 100), speed: 2))
        #expect(mouse.decoder.location == Point(60, 70))
        #expect(mouse.report(.right(1000), .down(.max)) == ["hover began (110, 120)"])
        let location = mouse.decoder.location
        #expect(location.x < 110 && location.y < 120)
        #expect(mouse.report(.right(1)).isEmpty)
        #expect(mouse.report(.right(-3), .down(.min)) == ["hover moved (104, 20)"])
        #expect(mouse.report(.right(-1000)) == ["hover moved (10, 20)"])
    }

    @Test("A mouse's pointer moves by the speed's points for each unit")
    func speed() throws {
        var mouse = try TestMouse(PointerMapping(size: Size(100, 100), speed: 0.25))
        _ = mouse.report(.right(1))
        #expect(mouse.decoder.location == Point(50.25, 50))
    }

    @Test("A mouse's primary button makes a touch of a pointer's kind, and no hover meanwhile")
    func primaryButton() throws {
        var mouse = try TestMouse()
        _ = mouse.report(.right(1))
        #expect(mouse.report(.key(left, 1)) == ["hover ended (51, 50)", "began (51, 50)"])
        #expect(mouse.decoder.isPressed)
        #expect(mouse.report(.right(1)) == ["moved (52, 50)"])
        #expect(mouse.report(.key(left, 0)) == ["ended (52, 50)", "hover began (52, 50)"])
        #expect(mouse.report(.right(1)) == ["hover moved (53, 50)"])
        #expect(mouse.decoder.statistics.contacts == 1)
        let frames = [InputEvent.key(left, 1), .report].flatMap { mouse.decoder.decode($0.event(at: .zero)) }
        guard case .touch(let touch) = frames.last else { return #expect(Bool(false), "no touch") }
        #expect(touch.contacts.first?.kind == .indirectPointer)
    }

    @Test("A mouse's button presses where the report's motion ends, whatever comes first")
    func motionAndButton() throws {
        var mouse = try TestMouse()
        #expect(
            mouse.report(.key(left, 1), .right(10)) == [
                "hover began (60, 50)", "hover ended (60, 50)", "began (60, 50)",
            ]
        )
        #expect(
            mouse.report(.key(left, 0), .right(10)) == ["moved (70, 50)", "ended (70, 50)", "hover began (70, 50)"]
        )
    }

    @Test("A click within one report is delivered whole")
    func clickInOneReport() throws {
        var mouse = try TestMouse()
        #expect(
            mouse.report(.key(left, 1), .key(left, 0)) == ["began (50, 50)", "ended (50, 50)", "hover began (50, 50)"]
        )
    }

    @Test("The other buttons of a mouse make presses")
    func otherButtons() throws {
        var mouse = try TestMouse()
        #expect(mouse.report(.key(right, 1)) == ["began 9:2"])
        #expect(mouse.report(.key(middle, 1), .key(right, 0)) == ["began 9:3", "ended 9:2"])
        #expect(mouse.report(.key(0x117, 1), .key(0x118, 1), .key(0x10f, 1)) == ["began 9:8"])
        #expect(mouse.decoder.statistics.presses == 3)
    }

    @Test("A notch of the wheel away from the user makes a frame towards the content's beginning")
    func notches() throws {
        var mouse = try TestMouse()
        #expect(mouse.report(.relative(8, 1)) == ["wheel (0, 48) at (50, 50)"])
        #expect(mouse.report(.relative(8, -2), .right(7)) == ["hover began (57, 50)", "wheel (0, -96) at (57, 50)"])
        // Tilted to the right: the content goes to the left.
        #expect(mouse.report(.relative(6, 1)) == ["wheel (-48, 0) at (57, 50)"])
    }

    @Test("Parts of notches are counted once, where the mouse reports them beside whole notches")
    func fineWheel() throws {
        var mouse = try TestMouse()
        #expect(mouse.report(.relative(8, 1), .relative(0x0b, 120)) == ["wheel (0, 48) at (50, 50)"])
        #expect(mouse.report(.relative(0x0b, 30)) == ["wheel (0, 12) at (50, 50)"])
        #expect(mouse.report(.relative(0x0b, 90), .relative(8, 1)) == ["wheel (0, 36) at (50, 50)"])
        #expect(mouse.report(.relative(0x0c, -60), .relative(6, -1)) == ["wheel (24, 0) at (50, 50)"])
    }

    @Test("The end of a mouse's input ends everything")
    func finish() throws {
        var mouse = try TestMouse()
        _ = mouse.report(.right(1), .key(right, 1))
        #expect(mouse.decoder.finish(at: .zero).map(describe) == ["cancelled 9:2", "hover ended (51, 50)"])
        _ = mouse.report(.key(left, 1))
        #expect(mouse.decoder.finish(at: .zero).map(describe) == ["cancelled (51, 50)"])
        #expect(mouse.decoder.finish(at: .zero).isEmpty)
        // The mouse may go on.
        #expect(mouse.report(.key(left, 0), .right(1)) == ["hover began (52, 50)"])
        #expect(mouse.decoder.statistics.malformedEvents == 0)
    }

    @Test("A mouse's button that goes down twice, up twice, or has another value is counted")
    func malformed() throws {
        var mouse = try TestMouse()
        #expect(mouse.report(.key(left, 0), .key(left, 3), .key(left, 2)).isEmpty)
        _ = mouse.report(.key(left, 1))
        #expect(mouse.report(.key(left, 1)).isEmpty)
        #expect(mouse.decoder.statistics.malformedEvents == 3)
    }

    @Test("A mouse's button that was down before makes no frame until it goes down again")
    func buttonsDownAtStart() throws {
        var mouse = try TestMouse()
        mouse.decoder.start(from: EvdevState(keys: [left, right]))
        #expect(mouse.report(.right(1)) == ["hover began (51, 50)"])
        #expect(mouse.report(.key(left, 0), .key(right, 0)).isEmpty)
        #expect(mouse.report(.key(right, 1)) == ["began 9:2"])
        #expect(mouse.decoder.statistics.malformedEvents == 0)
    }

    @Test("A mouse decoder cancels buttons after a loss where nobody can be asked, and forgets the lost motion")
    func droppedStream() throws {
        var mouse = try TestMouse()
        _ = mouse.report(.key(left, 1), .key(right, 1))
        #expect(mouse.send(.right(30), .dropped) == ["cancelled (50, 50)", "cancelled 9:2"])
        #expect(mouse.report(.right(9)).isEmpty)
        #expect(mouse.report(.key(left, 0), .right(1)) == ["hover began (51, 50)"])
        #expect(mouse.decoder.statistics.malformedEvents == 0)
    }

    @Test("A mouse decoder goes on after a loss with the buttons that the device says are down")
    func droppedDevice() throws {
        var mouse = try TestMouse()
        mouse.decoder.asksForState = true
        _ = mouse.report(.key(left, 1), .key(right, 1))
        #expect(mouse.send(.dropped, .right(3), .report).isEmpty)
        #expect(mouse.decoder.needsState)
        let frames = mouse.decoder.resynchronize(with: EvdevState(keys: [right, middle]), at: mouse.time)
        #expect(frames.map(describe) == ["ended (50, 50)", "hover began (50, 50)", "began 9:3"])
        #expect(!mouse.decoder.needsState)
        _ = mouse.send(.dropped, .report)
        let cancelled = mouse.decoder.resynchronize(with: nil, at: mouse.time)
        #expect(cancelled.map(describe) == ["cancelled 9:2", "cancelled 9:3"])
    }

    @Test(
        "A mouse decoder refuses a region or a speed that cannot be used, in one line",
        arguments: [
            PointerMapping(size: Size(0, 100)), PointerMapping(region: Rect(.nan, 0, 1, 1)),
            PointerMapping(region: Rect(0, 0, .infinity, 1)), PointerMapping(size: Size(1, 1), speed: 0),
            PointerMapping(size: Size(1, 1), speed: .nan), PointerMapping(size: Size(1, 1), speed: -1),
            PointerMapping(region: Rect(0, 0, 1, 1), pointsPerNotch: .infinity),
        ]
    )
    func unusable(mapping: PointerMapping) {
        let error = #expect(throws: EvdevDecoder.Error.self) { try MouseDecoder(mapping: mapping) }
        #expect(error.map { "\($0)".hasPrefix("unusable") } == true)
    }
}
