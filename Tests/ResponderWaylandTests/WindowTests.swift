#if Wayland
import ResponderCairo
import ResponderKit
import ResponderWayland
import TestCompositor
import Testing

/// Starts a display link for each new size.
private final class LinkingController: ViewController {
    var links: [DisplayLink] = []

    override func viewWillTransition(to size: Size) {
        if let application = view.window?.application { links.append(application.addDisplayLink { _ in }) }
    }
}

@MainActor
@Suite("A window on Wayland")
struct WindowTests {
    @Test("The window has the compositor's size, shows the application, and says what it is")
    func shown() throws {
        var configuration = WaylandConfiguration()
        (configuration.title, configuration.identifier) = ("Kiosk", "org.example.kiosk")
        configuration.isFullScreen = true
        let screen = try WaylandScreen(WaylandScreen.options, configuration)
        defer { screen.end() }
        #expect(screen.application.screen.size == Size(400, 300) && screen.application.screen.scale == 1)
        #expect(screen.application.screen.framesPerSecond == 60)
        #expect(tc_picture_width(screen.compositor) == 400 && tc_picture_height(screen.compositor) == 300)
        #expect(tc_pixel(screen.compositor, 399, 299) == 0xffffff)
        #expect(screen.asked.hasPrefix("title Kiosk\nidentifier org.example.kiosk\nfull screen\n"))
        #expect(screen.application.lifecycleState == .active)
    }

    @Test("A small change is given to the compositor as a small change, and nothing while nothing changes")
    func damage() throws {
        let screen = try WaylandScreen()
        defer { screen.end() }
        let box = View(frame: Rect(10, 20, 40, 24))
        screen.window.addSubview(box)
        screen.settle()
        _ = tc_take_damage(screen.compositor)
        let commits = tc_commit_count(screen.compositor)
        screen.advance(by: .seconds(10))
        #expect(tc_commit_count(screen.compositor) == commits)
        box.backgroundColor = .red
        screen.settle()
        #expect(tc_commit_count(screen.compositor) == commits + 1 && tc_take_damage(screen.compositor) == 40 * 24)
        #expect(tc_pixel(screen.compositor, 10, 20) == 0xff0000 && tc_pixel(screen.compositor, 9, 20) == 0xffffff)
        // The other buffer lacks the first change until then.
        box.frame.origin.x = 100
        screen.settle()
        box.frame.origin.x = 200
        screen.settle()
        let places = [10, 100, 200].map { tc_pixel(screen.compositor, Int32($0), 20) }
        #expect(places == [0xffffff, 0xffffff, 0xff0000])
    }

    @Test("With a fractional scale each pixel of the picture is one of the screen", arguments: [120, 150, 180, 240])
    func scales(scale: Int32) throws {
        var options = WaylandScreen.options
        options.fractional_scale = scale
        (options.width, options.height) = (401, 301)
        let screen = try WaylandScreen(options)
        defer { screen.end() }
        let factor = Double(scale) / 120
        #expect(screen.application.screen.scale == factor)
        #expect(Double(tc_picture_width(screen.compositor)) == (401 * factor).rounded())
        #expect(Double(tc_picture_height(screen.compositor)) == (301 * factor).rounded())
        #expect(tc_destination_width(screen.compositor) == 401 && tc_destination_height(screen.compositor) == 301)
        #expect(tc_pixel(screen.compositor, tc_picture_width(screen.compositor) - 2, 5) == 0xffffff)
        tc_set_fractional_scale(screen.compositor, 360)
        screen.settle()
        #expect(screen.application.screen.scale == 3 && tc_picture_width(screen.compositor) == 1203)
        #expect(tc_pixel(screen.compositor, 1200, 900) == 0xffffff)
    }

    @Test("Without fractional scales the window has the scale of its output, also of a new one")
    func outputs() throws {
        var options = WaylandScreen.options
        options.output_scale = 2
        let screen = try WaylandScreen(options)
        defer { screen.end() }
        #expect(screen.application.screen.scale == 2 && tc_buffer_scale(screen.compositor) == 2)
        #expect(tc_picture_width(screen.compositor) == 800 && tc_destination_width(screen.compositor) == 0)
        tc_set_output_scale(screen.compositor, 1)
        screen.settle()
        #expect(screen.application.screen.scale == 1 && tc_picture_width(screen.compositor) == 400)
        #expect(tc_buffer_scale(screen.compositor) == 1)
        tc_remove_output(screen.compositor)
        screen.settle()
        tc_set_output_scale(screen.compositor, 3)
        tc_add_output(screen.compositor)
        screen.settle()
        #expect(screen.application.screen.scale == 3 && tc_picture_width(screen.compositor) == 1200)
        tc_set_output_scale(screen.compositor, 0)
        screen.settle()
        #expect(screen.application.screen.scale == 3)
    }

    @Test("A new size is the screen's, and the windows that filled it fill it; a size of 0 is the window's own")
    func resized() throws {
        let screen = try WaylandScreen()
        defer { screen.end() }
        tc_configure(screen.compositor, 200, 500, true, false)
        screen.settle()
        #expect(screen.window.frame == Rect(0, 0, 200, 500) && tc_picture_height(screen.compositor) == 500)
        #expect(tc_pixel(screen.compositor, 199, 499) == 0xffffff)
        tc_configure(screen.compositor, 0, 0, true, false)
        screen.settle()
        #expect(screen.application.screen.size == Size(800, 480) && tc_picture_width(screen.compositor) == 800)
        tc_configure(screen.compositor, -5, -5, true, false)
        screen.settle()
        #expect(screen.application.screen.size == Size(800, 480))
    }

    @Test("No old picture is committed for a new size, though the app asks for frames as soon as it is told of it")
    func linksWhileResized() throws {
        let screen = try WaylandScreen()
        defer { screen.end() }
        let controller = LinkingController()
        screen.window.rootViewController = controller
        screen.settle()
        for (width, height) in [(300, 200), (500, 400), (401, 301)] as [(Int32, Int32)] {
            tc_configure(screen.compositor, width, height, true, false)
            screen.settle()
            #expect(tc_picture_width(screen.compositor) == width)
        }
        #expect(controller.links.count == 3 && tc_faults(screen.compositor) == 0)
        for link in controller.links { link.cancel() }
    }

    @Test("One picture a frame: changes wait for the compositor, and come in one picture")
    func frames() throws {
        var options = WaylandScreen.options
        options.holds_frames = true
        let screen = try WaylandScreen(options)
        defer { screen.end() }
        tc_send_frames(screen.compositor, 1)
        screen.settle()
        let commits = tc_commit_count(screen.compositor)
        for step in 1...5 {
            screen.window.backgroundColor = Color(white: Double(step) / 10)
            screen.settle()
        }
        #expect(tc_commit_count(screen.compositor) == commits + 1)
        tc_send_frames(screen.compositor, 2)
        screen.settle()
        #expect(tc_commit_count(screen.compositor) == commits + 2 && tc_pixel(screen.compositor, 0, 0) == 0x808080)
    }

    @Test("Buffers that never come back: the window keeps its last picture, and the application goes on")
    func buffers() throws {
        var options = WaylandScreen.options
        options.holds_buffers = true
        let screen = try WaylandScreen(options)
        defer { screen.end() }
        for color in [Color.red, .green, .blue, .orange] {
            screen.window.backgroundColor = color
            screen.settle()
        }
        #expect(tc_commit_count(screen.compositor) == 2 && tc_pixel(screen.compositor, 5, 5) == 0xff0000)
        screen.advance(by: .seconds(5))
        tc_release_buffers(screen.compositor)
        screen.settle()
        #expect(tc_commit_count(screen.compositor) == 3 && tc_pixel(screen.compositor, 5, 5) == Self.orange)
    }

    private static let orange: UInt32 = {
        let color = Color.orange
        func byte(_ part: Double) -> UInt32 { UInt32((part * 255).rounded()) }
        return byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
    }()

    @Test("Links follow the compositor's frames, and there are none while no link runs")
    func links() throws {
        var options = WaylandScreen.options
        options.holds_frames = true
        let screen = try WaylandScreen(options)
        defer { screen.end() }
        tc_send_frames(screen.compositor, 0)
        screen.settle()
        let requests = tc_frame_requests(screen.compositor)
        screen.settle()
        #expect(tc_frame_requests(screen.compositor) == requests)
        var calls = 0
        let link = screen.application.addDisplayLink { _ in calls += 1 }
        for _ in 1...5 {
            screen.advance(by: .milliseconds(100))
            // A time of another clock is taken for now.
            tc_send_frames(screen.compositor, 4_000_000_000)
            screen.settle()
        }
        #expect(4...5 ~= calls, "\(calls) calls")
        link.cancel()
        screen.settle()
        tc_send_frames(screen.compositor, 6)
        screen.settle()
        let later = tc_frame_requests(screen.compositor)
        screen.advance(by: .seconds(1))
        #expect(tc_frame_requests(screen.compositor) == later)
    }

    @Test("A compositor without devices, text input and a clipboard shows the window all the same")
    func older() throws {
        var options = WaylandScreen.options
        (options.capabilities, options.lacks_text_input, options.lacks_data_device) = (-1, true, true)
        let screen = try WaylandScreen(options)
        defer { screen.end() }
        screen.application.pasteboard.string = "text"
        screen.window.backgroundColor = .red
        screen.settle()
        #expect(tc_pixel(screen.compositor, 5, 5) == 0xff0000)
    }

    @Test("What lacks a window's needs, and a compositor that says nothing, are named with the remedy")
    func refused() throws {
        var options = WaylandScreen.options
        options.lacks_shell = true
        let error = #expect(throws: WaylandError.self) { _ = try WaylandScreen(options) }
        #expect("\(try #require(error))".contains("has no xdg_wm_base"))
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        var configuration = WaylandConfiguration()
        configuration.socket = "/nowhere/\u{1b}[31m"
        let missing = #expect(throws: WaylandError.self) {
            _ = try WaylandHost(application, configuration: configuration)
        }
        let text = "\(try #require(missing))"
        #expect(text.hasPrefix("no Wayland compositor can be reached at /nowhere/") && text.contains("WAYLAND_DISPLAY"))
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 32 })
    }
}
#endif
