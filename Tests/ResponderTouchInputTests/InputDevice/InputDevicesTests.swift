import Foundation
import ResponderEventLoop
import ResponderTouchInput
import TestSupport
import Testing

@Suite("Input devices, as they come and go")
@MainActor
struct InputDevicesTests {
    private let log: InputLog
    private let folder = TemporaryFolder()
    private final class Devices { var byPath: [String: ScriptedDevice] = [:] }
    private let devices = Devices()

    init() throws { log = try InputLog() }

    private func plug(_ name: String, _ description: InputDeviceDescription) {
        let path = "\(folder.path)/\(name)"
        let device = ScriptedDevice()
        device.description = description
        devices.byPath[path] = device
        _ = FileManager.default.createFile(atPath: path, contents: nil)
    }

    private func search(_ text: String) throws -> InputDevices {
        InputDevices(
            try InputDevices.Request.parse(text),
            port: log.harness.openPort,
            size: Size(100, 100),
            keyMap: USKeyMap(),
            folder: folder.path,
            onProblem: nil
        ) { [devices] path, isGrabbed throws(TouchPanel.Error) in
            guard let device = devices.byPath[path] else { throw .cannotOpen(path: path, errno: ENOENT) }
            device.open()
            if isGrabbed { device.grab(named: path) }
            return device
        }
    }

    /// Serves what has happened, and lets time pass.
    private func pass(_ duration: Duration = .milliseconds(100)) -> [String] {
        let lines = log.take()
        advance(log.harness.loop, by: duration)
        return lines + log.take()
    }

    @Test("Input devices are opened when they are there or come back, but for touch panels")
    func comesAndGoes() throws {
        plug("event0", .test)
        plug("event1", .keyboard)
        plug("event2", .mouse)
        let found = try search("any")
        #expect(found.devices.map(\.path) == ["\(folder.path)/event1", "\(folder.path)/event2"])
        devices.byPath["\(folder.path)/event1"]?.writer?.write(.key(Keys.a, 1))
        #expect(log.take() == ["began 4 a"])
        unlink("\(folder.path)/event1")
        devices.byPath["\(folder.path)/event1"]?.unplug()
        #expect(pass() == ["cancelled 4 a"])
        #expect(found.devices.map(\.path) == ["\(folder.path)/event2"])
        plug("event1", .keyboard)
        _ = pass(.seconds(2))
        #expect(found.devices.map(\.path) == ["\(folder.path)/event2", "\(folder.path)/event1"])
        devices.byPath["\(folder.path)/event1"]?.writer?.write(.key(Keys.a, 1))
        #expect(log.take() == ["began 4 a"])
        found.close()
        #expect(pass() == ["cancelled 4 a"])
        #expect(found.devices.isEmpty)
        #expect(devices.byPath.values.allSatisfy { $0.isClosed || $0.description == .test })
    }

    @Test("Input devices are chosen by name and by numbers, each by the first request that fits")
    func selectors() throws {
        plug("event0", .keyboard)
        plug("event1", .mouse)
        plug("event2", .buttons)
        let found = try search("3333:4444, speed=2, region=50x50+0+0; name=Test keyboard, grab, scanner")
        var scans: [String] = []
        found.onScan = { scans.append($1) }
        #expect(Set(found.devices.map(\.path)) == ["\(folder.path)/event0", "\(folder.path)/event1"])
        #expect(devices.byPath["\(folder.path)/event0"]?.isGrabbed == true)
        #expect(devices.byPath["\(folder.path)/event1"]?.isGrabbed == false)
        devices.byPath["\(folder.path)/event1"]?.writer?.write(.right(3), .report)
        #expect(log.take() == ["hover began (31, 25)"])
        for code in [Keys.one, 3, 4, Keys.enter] {
            devices.byPath["\(folder.path)/event0"]?.writer?.write(.key(code, 1), .key(code, 0))
        }
        #expect(log.take().isEmpty)
        #expect(scans == ["123"])
    }

    @Test("Input devices are closed by their port's end")
    func portEnds() throws {
        plug("event0", .keyboard)
        let found = try search("any")
        devices.byPath["\(folder.path)/event0"]?.writer?.write(.key(Keys.a, 1))
        _ = log.take()
        log.harness.openPort.invalidate()
        // The port's own cancel, which has no text.
        #expect(log.take() == ["cancelled 4"])
        #expect(found.devices.isEmpty)
    }

    @Test(
        "Input devices are requested by texts",
        arguments: [
            ("any", .init(.any)), ("  any , grab ", .init(.any, options: .init(isGrabbed: true))),
            ("name=\"A, B\", scanner", .init(.name("A, B"), options: .init(isScanner: true))),
            ("046d:c077, speed=0.5", .init(.identity(vendor: 0x46d, product: 0xc077), speed: 0.5)),
            (
                "/run/keys, repeat, any-device, clock=monotonic",
                .init(
                    .path("/run/keys"),
                    options: .init(acceptsAnyDevice: true, streamClock: .monotonic, autorepeat: .init())
                )
            ),
            ("any, region=800x480+10+20", .init(.any, region: Rect(10, 20, 800, 480))),
        ] as [(String, InputDevices.Request)]
    )
    func texts(text: String, request: InputDevices.Request) throws {
        #expect(try InputDevices.Request.parse(text) == [request])
    }

    @Test(
        "A text that requests no input device is refused with what to write",
        arguments: [
            ("", "no device is named; write any, a path, name=NAME or VENDOR:PRODUCT"),
            (
                "event3",
                #""event3" names no device; write any, a path with a slash in it, name=NAME or VENDOR:PRODUCT"#
            ),
            ("any, speed=fast", #""fast" is not a speed; write a number from 0.01 to 100.0"#),
            ("any, speed=nan", #""nan" is not a speed; write a number from 0.01 to 100.0"#),
            (
                "any, rotate=90",
                #""rotate=90" is not an option; the options are grab, region=, speed=, repeat, scanner, "#
                    + "any-device, clock="
            ),
            ("any, region=8", #""8" is not a region; write WIDTHxHEIGHT+X+Y, such as 800x480+0+0"#),
        ]
    )
    func mistakes(text: String, message: String) {
        let error = #expect(throws: InputDevices.Request.Invalid.self) { try InputDevices.Request.parse(text) }
        #expect(error?.description == message)
    }
}
