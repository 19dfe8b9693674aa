#if SDL
import CSDL
import ResponderCairo
import ResponderKit

/// Shows an application in a window of SDL on X11: what an embedder with a window of another toolkit writes.
///
/// The connection to the X server is a descriptor source of the application's loop: no thread, no polling, and no
/// system call while nothing happens. SDL's own calls may leave events in its queue, so the queue is emptied before
/// each wait.
final class SDLHost: ApplicationHost {
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String = String(cString: SDL_GetError())) { self.description = "SDL: \(description)" }
    }

    private let application: Application
    private let window: OpaquePointer
    private let sender: TouchPort.Sender
    private var surface: CairoSurface
    private var canvas: CairoCanvas
    /// What has changed on the surface since the last copy, in points.
    private var changed: [Rect] = []
    private var isHovering = false
    private var isPressed = false
    private var isTyping = false

    /// Numbers of the mouse's contacts beyond those of fingers.
    private static let (pointer, hover) = (1 << 40, 1 << 40 + 1)

    init(_ application: Application, title: String, size: Size) throws {
        // The application handles SIGINT and SIGTERM; a finger is a finger alone.
        SDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1")
        SDL_SetHint("SDL_TOUCH_MOUSE_EVENTS", "0")
        SDL_SetHint("SDL_MOUSE_TOUCH_EVENTS", "0")
        // Otherwise the window's pixels are a texture, and all of them are sent for each change.
        SDL_SetHint("SDL_FRAMEBUFFER_ACCELERATION", "0")
        SDL_SetHint("SDL_VIDEODRIVER", "x11")
        guard SDL_Init(UInt32(SDL_INIT_VIDEO)) == 0 else { throw Failure() }
        let flags = SDL_WINDOW_RESIZABLE.rawValue
        guard let window = SDL_CreateWindow(title, 0, 0, Int32(size.width), Int32(size.height), flags) else {
            throw Failure()
        }
        let connection = sdl_connection(window)
        guard connection >= 0 else { throw Failure("the window is on no X server; start one, or use ResponderWayland") }
        (self.application, self.window) = (application, window)
        sender = application.touchPort.makeSender()
        surface = try CairoSurface(size: Self.size(of: window))
        canvas = CairoCanvas(surface)
        application.textMeasurer = canvas.fonts
        SDL_StopTextInput()
        try resize()
        application.onScrollScreen = { [unowned self] rect, offset in
            surface.copy(rect, by: offset)
            changed.append(rect.offsetBy(dx: offset.x, dy: offset.y))
        }
        application.onPresentScreen = { [unowned self] rects in
            self.application.render(in: canvas, rects: rects, background: .black)
            changed += rects
            present()
        }
        let loop = application.runLoop
        _ = try loop.addDescriptorSource(connection, for: .read, priority: .input, name: "X11") { [unowned self] _ in
            receiveAll()
        }
        loop.addObserver(of: .beforeWaiting, name: "SDL") { [unowned self] _ in receiveAll() }
        application.onTextInputChange = { [unowned self] in followText($0) }
    }

    /// Touches come from the X server, which reads the devices.
    var bringsTouches: Bool { true }

    private static func size(of window: OpaquePointer) -> Size {
        var (width, height): (Int32, Int32) = (0, 0)
        SDL_GetWindowSize(window, &width, &height)
        return Size(Double(max(1, width)), Double(max(1, height)))
    }

    // MARK: Pixels

    private func resize() throws {
        let size = Self.size(of: window)
        surface = try CairoSurface(size: size)
        canvas = CairoCanvas(surface)
        application.setScreen(Screen(size: size, alignsScrollingToPixels: true))
        application.setNeedsPresentation()
    }

    private func present() {
        guard let pixels = SDL_GetWindowSurface(window) else { return }
        let (pitch, height) = (Int(pixels.pointee.pitch), Int(pixels.pointee.h))
        let buffer = UnsafeMutableRawBufferPointer(start: pixels.pointee.pixels, count: pitch * height)
        var rects: [SDL_Rect] = []
        for rect in changed {
            surface.copyPixels(in: rect, to: buffer, bytesPerRow: pitch)
            rects.append(
                SDL_Rect(x: Int32(rect.minX), y: Int32(rect.minY), w: Int32(rect.width), h: Int32(rect.height))
            )
        }
        changed = []
        SDL_UpdateWindowSurfaceRects(window, rects, Int32(rects.count))
    }

    // MARK: Events

    private func receiveAll() {
        var event = SDL_Event()
        while SDL_PollEvent(&event) == 1 { receive(event) }
    }

    private func receive(_ event: SDL_Event) {
        let now = application.runLoop.now
        switch SDL_EventType(event.type) {
        case SDL_QUIT: application.terminate()
        case SDL_WINDOWEVENT: receive(event.window)
        case SDL_MOUSEMOTION: move(to: Point(Double(event.motion.x), Double(event.motion.y)), now)
        case SDL_MOUSEBUTTONDOWN: press(event.button, isDown: true, now)
        case SDL_MOUSEBUTTONUP: press(event.button, isDown: false, now)
        case SDL_MOUSEWHEEL:
            let (wheel, notch) = (event.wheel, 48.0)
            let delta = Point(-Double(wheel.preciseX) * notch, Double(wheel.preciseY) * notch)
            let place = Point(Double(wheel.mouseX), Double(wheel.mouseY))
            sender.send(WheelFrame(time: now, location: place, delta: delta))
        case SDL_FINGERDOWN: send(event.tfinger, .began, now)
        case SDL_FINGERMOTION: send(event.tfinger, .moved, now)
        case SDL_FINGERUP: send(event.tfinger, .ended, now)
        case SDL_KEYDOWN: send(event.key, event.key.repeat == 0 ? .began : .changed, now)
        case SDL_KEYUP: send(event.key, .ended, now)
        case SDL_TEXTINPUT:
            let text = withUnsafeBytes(of: event.text.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            application.textInput?.insertText(text)
        case SDL_TEXTEDITING:
            let text = withUnsafeBytes(of: event.edit.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            (application.textInput as? any TextInput)?.setMarkedText(text, selecting: nil)
        default: break
        }
    }

    /// The window's state is the life cycle's; a message that does not fit the application's state is dropped.
    private func receive(_ event: SDL_WindowEvent) {
        func tell(_ message: HostMessage) { _ = try? application.receive(message) }
        switch SDL_WindowEventID(UInt32(event.event)) {
        case SDL_WINDOWEVENT_FOCUS_GAINED: tell(.activate)
        case SDL_WINDOWEVENT_FOCUS_LOST: tell(.resignActive)
        case SDL_WINDOWEVENT_MINIMIZED, SDL_WINDOWEVENT_HIDDEN: tell(.enterBackground)
        case SDL_WINDOWEVENT_RESTORED, SDL_WINDOWEVENT_SHOWN: tell(.enterForeground())
        case SDL_WINDOWEVENT_LEAVE: endHover(application.runLoop.now)
        case SDL_WINDOWEVENT_EXPOSED: application.setNeedsPresentation()
        case SDL_WINDOWEVENT_SIZE_CHANGED: try? resize()
        default: break
        }
    }

    private func move(to place: Point, _ now: MainRunLoop.Instant) {
        if isPressed {
            sender.send(TouchContact(Self.pointer, .moved, at: place, kind: .indirectPointer), at: now)
        } else {
            sender.send(.hovering(Self.hover, isHovering ? .moved : .began, at: place), at: now)
            isHovering = true
        }
    }

    private func endHover(_ now: MainRunLoop.Instant) {
        if isHovering { sender.send(.hovering(Self.hover, .ended, at: .zero), at: now) }
        isHovering = false
    }

    private func press(_ event: SDL_MouseButtonEvent, isDown: Bool, _ now: MainRunLoop.Instant) {
        guard event.button == 1 else {
            // SDL's second button is the middle one.
            let number = event.button == 2 ? 3 : event.button == 3 ? 2 : event.button
            let phase: PressFrame.Phase = isDown ? .began : .ended
            return sender.send(PressFrame(time: now, usage: .button(UInt16(number)), phase: phase))
        }
        if isDown { endHover(now) }
        isPressed = isDown
        let place = Point(Double(event.x), Double(event.y))
        sender.send(TouchContact(Self.pointer, isDown ? .began : .ended, at: place, kind: .indirectPointer), at: now)
    }

    private func send(_ finger: SDL_TouchFingerEvent, _ phase: TouchContact.Phase, _ now: MainRunLoop.Instant) {
        let place = Point(Double(finger.x) * surface.size.width, Double(finger.y) * surface.size.height)
        let number = Int(truncatingIfNeeded: finger.touchId &* 64 &+ finger.fingerId)
        sender.send(TouchContact(number, phase, at: place, force: finger.pressure), at: now)
    }

    /// Sends a key; while text is typed, SDL reports the text as an event of its own.
    private func send(_ event: SDL_KeyboardEvent, _ phase: PressFrame.Phase, _ now: MainRunLoop.Instant) {
        // SDL's codes of places are the usages of keyboards.
        let usage = HIDUsage.keyboard(UInt16(truncatingIfNeeded: event.keysym.scancode.rawValue))
        var modifiers: KeyModifiers = []
        let bits: [(UInt32, KeyModifiers)] = [
            (0x3, .shift), (0xc0, .control), (0x300, .alternate), (0xc00, .command), (0x2000, .alphaShift),
        ]
        for (bit, modifier) in bits where UInt32(event.keysym.mod) & bit != 0 { modifiers.insert(modifier) }
        var frame = PressFrame(time: now, usage: usage, phase: phase, modifiers: modifiers, isRepeat: phase == .changed)
        let text = USKeyMap().characters(for: usage, modifiers: modifiers)
        let isControl = text.unicodeScalars.first.map { $0.value < 32 || $0.value == 127 } ?? false
        if phase != .ended, !isTyping || isControl { frame.characters = text }
        sender.send(frame)
    }

    /// Tells SDL, and by it an input method, whether and where text is typed.
    private func followText(_ input: (any KeyInput)?) {
        if (input != nil) != isTyping {
            isTyping.toggle()
            if isTyping { SDL_StartTextInput() } else { SDL_StopTextInput() }
        }
        guard let input = input as? any TextInput, let view = input as? View else { return }
        let caret = view.convert(input.caretRect(for: input.selectedTextRange.upperBound), to: nil)
        guard caret.isFinite else { return }
        var area = SDL_Rect(x: Int32(caret.minX), y: Int32(caret.minY), w: 2, h: Int32(caret.height))
        SDL_SetTextInputRect(&area)
    }
}
#endif
