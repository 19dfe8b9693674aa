import Foundation
import ResponderEventLoop
import ResponderTouchInput
import TestSupport
import Testing

@Suite("Touch panels, as they come and go")
@MainActor
struct TouchPanelsTests {
    private let harness: PortHarness
    private let folder = TemporaryFolder()
    private let size = Size(100, 100)
    private final class Problems { var all: [String] = [] }
    private let problems = Problems()

    init() throws { harness = try PortHarness() }

    /// The devices of a folder whose nodes are plain files.
    private final class Devices {
        var byPath: [String: ScriptedDevice] = [:]
        var openedPaths: [String] = []
        var refusal: Int32?
    }
    private let devices = Devices()

    private func search(_ requests: [TouchPanels.Request]) -> TouchPanels {
        TouchPanels(
            requests,
            port: harness.openPort,
            size: size,
            folder: folder.path,
            onProblem: { [problems] in problems.all.append("\($0)") }
        ) { [devices] path, isGrabbed throws(TouchPanel.Error) in
            if let errno = devices.refusal { throw .cannotOpen(path: path, errno: errno) }
            let device = devices.byPath[path] ?? ScriptedDevice()
            device.open()
            if isGrabbed { device.grab(named: path) }
            devices.byPath[path] = device
            devices.openedPaths.append(path)
            return device
        }
    }

    private func plug(_ name: String, _ change: (ScriptedDevice) -> Void = { _ in }) {
        let path = "\(folder.path)/\(name)"
        let device = ScriptedDevice()
        change(device)
        devices.byPath[path] = device
        _ = FileManager.default.createFile(atPath: path, contents: nil)
    }

    private func unplug(_ name: String) {
        let path = "\(folder.path)/\(name)"
        unlink(path)
        devices.byPath[path]?.unplug()
        devices.byPath[path] = nil
    }

    /// Serves what has happened, and lets `duration` pass.
    private func pass(_ duration: Duration = .milliseconds(100)) {
        harness.serve()
        advance(harness.loop, by: duration)
        harness.serve()
    }

    @Test("Touch panels are opened where they are, and when they come")
    func comes() throws {
        plug("event0")
        plug("event3") { $0.description = InputDeviceDescription(name: "Keyboard", axes: [:]) }
        let panels = search([.init(.any)])
        #expect(panels.panels.map(\.path) == ["\(folder.path)/event0"])
        plug("event11")
        pass()
        #expect(panels.panels.map(\.path) == ["\(folder.path)/event0", "\(folder.path)/event11"])
        devices.byPath["\(folder.path)/event11"]?.writer?.write(.id(1), .x(10), .y(20), .report)
        #expect(harness.take() == ["began 0 at 10.0"])
        #expect(problems.all.isEmpty)
        panels.close()
        #expect(harness.take() == ["cancelled 0 at 10.0"])
        plug("event12")
        pass()
        #expect(panels.panels.isEmpty)
    }

    @Test("Touch panels that are unplugged have their touches cancelled, and are opened again when they are back")
    func replugged() throws {
        plug("event0")
        let panels = search([.init(.any)])
        devices.byPath["\(folder.path)/event0"]?.writer?.write(.id(1), .x(10), .y(20), .report)
        harness.serve()
        unplug("event0")
        pass(.seconds(2))
        #expect(harness.takeFrames().flatMap(\.contacts).map(\.phase) == [.began, .cancelled])
        #expect(panels.panels.isEmpty)
        plug("event0")
        pass()
        #expect(panels.panels.count == 1)
        panels.close()
    }

    @Test("Touch panels that come and go all the time are opened once a second at most")
    func rate() throws {
        plug("event0")
        let panels = search([.init(.any)])
        for _ in 0..<40 {
            unplug("event0")
            pass()
            plug("event0")
            pass()
        }
        // In eight seconds.
        #expect((2...10).contains(devices.openedPaths.count), "\(devices.openedPaths.count)")
        pass(.seconds(2))
        #expect(panels.panels.count == 1)
        panels.close()
    }

    @Test("A touch panel is open once, by whatever names it is asked for")
    func once() throws {
        plug("event0")
        let link = "\(folder.path)/by-path"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(folder.path)/event0")
        let panels = search([.init(.path(link), rotation: .half), .init(.any), .init(.name("Test panel"))])
        #expect(panels.panels.map(\.path) == [link])
        panels.close()
    }

    @Test("Touch panels are found by name and by numbers, and others are left alone")
    func selectors() throws {
        plug("event0") { $0.description?.name = "Other" }
        plug("event1") { $0.description?.identity.vendor = 0x9999 }
        plug("event2")
        let panels = search([
            .init(.name("Other")), .init(.identity(vendor: 0x9999, product: 0xabcd), options: .init(isGrabbed: true)),
        ])
        #expect(panels.panels.map(\.path) == ["\(folder.path)/event0", "\(folder.path)/event1"])
        #expect(devices.byPath["\(folder.path)/event1"]?.isGrabbed == true)
        #expect(devices.byPath["\(folder.path)/event2"]?.isGrabbed == false)
        #expect(devices.byPath["\(folder.path)/event2"]?.isClosed == true)
        panels.close()
    }

    @Test("A touch panel that may not be opened is said once, with the remedy, and opened when it may")
    func permissions() throws {
        plug("event0")
        devices.refusal = EACCES
        let panels = search([.init(.any)])
        #expect(problems.all.count == 1)
        #expect(problems.all.first?.contains("usermod -aG input") == true)
        plug("event1")
        pass()
        #expect(problems.all.count == 2)
        devices.refusal = nil
        for node in ["event0", "event1"] { chmod("\(folder.path)/\(node)", 0o600) }
        pass()
        #expect(panels.panels.count == 2)
        panels.close()
    }

    @Test("A touch panel in a folder that is not there yet is found when the folder comes")
    func folderComes() throws {
        let path = "\(folder.path)/later/panel"
        let panels = search([.init(.path(path))])
        #expect(panels.panels.isEmpty)
        try FileManager.default.createDirectory(atPath: "\(folder.path)/later", withIntermediateDirectories: false)
        pass()
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        pass()
        #expect(panels.panels.map(\.path) == [path])
        panels.close()
    }

    @Test(
        "A touch panel is found in a folder that was replaced or moved away before anybody looked",
        arguments: [false, true]
    )
    func folderReplaced(isMoved: Bool) throws {
        let later = "\(folder.path)/later"
        try FileManager.default.createDirectory(atPath: later, withIntermediateDirectories: false)
        let panels = search([.init(.path("\(later)/panel"))])
        if isMoved { rename(later, "\(folder.path)/former") } else { rmdir(later) }
        try FileManager.default.createDirectory(atPath: later, withIntermediateDirectories: false)
        pass()
        _ = FileManager.default.createFile(atPath: "\(later)/panel", contents: nil)
        pass()
        #expect(panels.panels.count == 1)
        panels.close()
    }

    @Test("Touch panels are looked for once a second where their folder cannot be watched")
    func unwatched() throws {
        let blocker = "\(folder.path)/blocker"
        _ = FileManager.default.createFile(atPath: blocker, contents: nil)
        let panels = search([.init(.path("\(blocker)/panel"))])
        pass()
        unlink(blocker)
        try FileManager.default.createDirectory(atPath: blocker, withIntermediateDirectories: false)
        _ = FileManager.default.createFile(atPath: "\(blocker)/panel", contents: nil)
        pass(.seconds(2))
        #expect(panels.panels.count == 1)
        panels.close()
    }

    @Test("A touch panel whose link leads to another node is closed, and the other one is opened")
    func linkChanges() throws {
        let link = "\(folder.path)/by-path"
        for node in ["event0", "event1"] { plug(node) }
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(folder.path)/event0")
        let panels = search([.init(.path(link))])
        let former = try #require(devices.byPath[link])
        former.writer?.write(.id(1), .x(10), .y(20), .report)
        harness.serve()
        devices.byPath[link] = nil
        try FileManager.default.createSymbolicLink(
            atPath: "\(link).new",
            withDestinationPath: "\(folder.path)/event1"
        )
        rename("\(link).new", link)
        pass(.seconds(2))
        #expect(former.isClosed)
        #expect(panels.panels.map(\.path) == [link])
        #expect(devices.byPath[link]?.isClosed == false)
        #expect(harness.takeFrames().flatMap(\.contacts).map(\.phase) == [.began, .cancelled])
        panels.close()
    }

    @Test("A touch panel that somebody closes is listed no more, and opened again when its node is made anew")
    func closedByHand() throws {
        plug("event0")
        plug("event1")
        let panels = search([.init(.any)])
        var changes = 0
        panels.onChange = { _ in changes += 1 }
        panels.panels.first?.panel.close()
        #expect(panels.panels.map(\.path) == ["\(folder.path)/event1"])
        #expect(changes == 1)
        plug("event2")
        pass(.seconds(2))
        #expect(panels.panels.map(\.path) == ["\(folder.path)/event1", "\(folder.path)/event2"])
        unplug("event0")
        pass()
        plug("event0")
        pass(.seconds(2))
        #expect(panels.panels.count == 3)
        panels.close()
    }

    @Test("A touch panel that ends is listed no more, whoever is told of its end")
    func endTold() throws {
        plug("event0")
        let panels = search([.init(.any)])
        var endings: [TouchPanel.Ending] = []
        panels.panels.first?.panel.onEnd = { endings.append($1) }
        unplug("event0")
        pass()
        #expect(endings == [.unplugged])
        #expect(panels.panels.isEmpty)
        panels.close()
    }

    @Test("A node that nobody asks for is opened once and then left alone")
    func unwanted() throws {
        plug("event0") { $0.description = InputDeviceDescription(name: "Keyboard", axes: [:]) }
        let panels = search([.init(.any)])
        for _ in 0..<10 {
            plug("event1")
            pass()
            unplug("event1")
            pass()
        }
        #expect(devices.openedPaths.count { $0.hasSuffix("event0") } == 1)
        panels.close()
    }

    @Test("A port that is invalidated has no touch panels, and a message says so")
    func invalidated() {
        harness.openPort.invalidate()
        let panels = search([.init(.any)])
        #expect(problems.all.count == 1)
        #expect(problems.all.first?.contains("the port is invalidated") == true)
        panels.close()
    }

    @Test("Touch panels that are looked for keep no loop, and go with it")
    func lifetime() throws {
        weak let panels: TouchPanels?
        do {
            let harness = try PortHarness()
            let searching = TouchPanels([.init(.any)], port: harness.openPort, size: size, folder: folder.path)
            panels = searching
            harness.serve()
        }
        #expect(panels == nil)
    }
}

@Suite("Requests for panels as text")
struct PanelRequestTests {
    @Test("A request for panels says the selector and the options")
    func parsing() throws {
        let requests = try TouchPanels.Request.parse(
            " any ; /dev/input/event1, rotate=90,grab ;1f87:0002,region=800x480+10.5+0; "
                + "name=A B:c, matrix=0 -1 1 1 0 0;"
        )
        #expect(
            requests == [
                .init(.any), .init(.path("/dev/input/event1"), rotation: .quarter, options: .init(isGrabbed: true)),
                .init(.identity(vendor: 0x1f87, product: 2), region: Rect(10.5, 0, 800, 480)),
                .init(.name("A B:c"), calibration: CalibrationMatrix(0, -1, 1, 1, 0, 0)),
            ]
        )
    }

    @Test("A request quotes names with commas or semicolons, and passes over blanks around names")
    func quoted() throws {
        let requests = try TouchPanels.Request.parse(
            "name=\"Sitronix Corp., LTD. 10P\", grab; \"/run/a;b,c\"; name= NAS 10.1 "
        )
        #expect(
            requests == [
                .init(.name("Sitronix Corp., LTD. 10P"), options: .init(isGrabbed: true)), .init(.path("/run/a;b,c")),
                .init(.name("NAS 10.1")),
            ]
        )
        var description = InputDeviceDescription.test
        description.name = "NAS 10.1 "
        #expect(requests[2].matches(description))
    }

    @Test("A request for panels describes a stream")
    func stream() throws {
        let request = try #require(
            try TouchPanels.Request.parse("/run/p, x=0:99, y=-5:5, slots=3, clock=realtime").first
        )
        #expect(request.options.description?.axes[0x35] == EvdevAxis(minimum: 0, maximum: 99))
        #expect(request.options.description?.axes[0x36] == EvdevAxis(minimum: -5, maximum: 5))
        #expect(request.options.description?.axes[0x2f]?.maximum == 2)
        #expect(request.options.streamClock == .realtime)
        let single = try #require(try TouchPanels.Request.parse("/run/p, x=0:99, y=0:9, single").first)
        #expect(single.options.description?.axes.keys.sorted() == [0, 1])
    }

    @Test(
        "A request for panels that is wrong is refused in one line that names the part",
        arguments: [
            ("", "no panel is named"), ("event1", "\"event1\" names no panel"),
            ("any, rotate=45", "\"45\" is not a rotation"),
            ("any, matrix=1 2", "is not a matrix"), ("any, region=1x2", "is not a region"), ("any, x=0:5", "both axes"),
            ("any, x=5:5, y=0:1", "is not an axis"), ("any, slots=0", "is not a number of slots"),
            ("any, frob", "is not an option"),
            ("any, clock=sun", "is not a clock"), ("\u{1b}[2J", "\\u{1B}"), ("name=", "names no panel"),
            ("name=\"A, grab", "has a quote that does not end"), ("panel.fifo", "a path with a slash"),
        ]
    )
    func wrong(_ text: String, _ part: String) {
        let error = #expect(throws: TouchPanels.Request.Invalid.self) { try TouchPanels.Request.parse(text) }
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("\u{1b}") == false)
    }
}

/// A folder of the test's own, which goes with this object.
final class TemporaryFolder: Sendable {
    let path = TemporaryFile(".folder").path

    init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Lets virtual time pass; a function of its own, since asynchronous tests may not call the blocking one.
@MainActor
func advance(_ loop: MainRunLoop, by duration: Duration) { loop.advance(by: duration) }
