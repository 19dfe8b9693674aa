#if Wayland
internal import CResponderWayland
internal import ResponderCairo
internal import ResponderKit

/// Draws what has changed, and gives it to the compositor once a frame.
///
/// The application collects its changes while the compositor has not shown the last picture, or has no buffer to spare.
/// The compositor's frames drive the application's frame clock.
@MainActor
final class Presentation {
    private let application: Application
    private let fonts: PangoTextMeasurer
    private let pictures: PictureFolders
    private let background: Color
    private var surface: CairoSurface?
    private var canvas: CairoCanvas?
    private var buffers: SharedBuffers?
    private var window: WindowSurface?
    private var connection: Connection?
    /// What has changed on the surface since the last commit, in points.
    private var changed: [Rect] = []
    private var frame: OpaquePointer?
    /// Whether the window has a picture of its present size.
    private var hasPicture = false
    /// Whether the window is getting another size or scale, so that its last picture may not be committed again.
    private var isChanging = false
    /// Whether the compositor has not shown the last picture yet.
    private var isShowing = false
    private var observer: MainRunLoop.Observer?
    /// How many pictures were given to the compositor.
    private(set) var commitCount = 0

    init(_ application: Application, _ fonts: PangoTextMeasurer, _ pictures: PictureFolders, background: Color) {
        (self.application, self.fonts, self.pictures) = (application, fonts, pictures)
        self.background = background
        application.isPresentationPaused = true
        application.onScrollScreen = { [weak self] rect, offset in self?.move(rect, by: offset) }
        application.onPresentScreen = { [weak self] rects in self?.present(rects) }
        application.frameClock.driver = { [weak self] wantsFrames in
            if wantsFrames { self?.requestFrame() }
        }
        // By then the links of the last frame have been called; a picture that they changed asks for the next frame.
        observer = application.runLoop.addObserver(of: .beforeWaiting, name: "Wayland frames") { [weak self] _ in
            guard let self, application.frameClock.wantsFrames else { return }
            requestFrame()
        }
    }

    /// The window is about to get another size or scale: no frame is asked for until ``show(in:of:_:size:)``.
    func beginChange() { isChanging = true }

    /// Shows the application in a window from now on, with its present size and scale.
    func show(in window: WindowSurface, of connection: Connection, _ shm: OpaquePointer, size: Size)
        throws(WaylandError)
    {
        defer { isChanging = false }
        let scale = window.scale
        let (width, height) = (pixels(size.width, scale), pixels(size.height, scale))
        if buffers == nil || self.window !== window || buffers?.width != width || buffers?.height != height
            || surface?.scale != scale
        {
            // The protocol rounds to the nearest pixel, so that a pixel of the surface is one of the screen.
            let extent = Size(Double(width) / scale, Double(height) / scale)
            let surface: CairoSurface
            do throws(CairoError) {
                surface = try CairoSurface(size: extent, scale: scale)
            } catch {
                throw WaylandError(.tooLarge(width: size.width, height: size.height))
            }
            let buffers = try SharedBuffers(shm, width: width, height: height, whole: surface.bounds)
            self.buffers?.close()
            self.buffers = buffers
            self.surface = surface
            canvas = CairoCanvas(surface, fonts: fonts, pictures: pictures)
            buffers.onRelease = { [weak self] in self?.updatePause() }
            (self.window, self.connection) = (window, connection)
            application.setNeedsPresentation()
            // The picture of the former size is not waited for.
            forgetFrame()
            window.setExtent(width: Int32(size.width), height: Int32(size.height))
            hasPicture = false
        } else if hasPicture {
            // The state that was acknowledged takes effect with a commit.
            wl_surface_commit(window.surface)
        }
        updatePause()
    }

    /// The compositor is gone, or does not show the window.
    func hide() {
        forgetFrame()
        buffers?.close()
        (buffers, window, connection) = (nil, nil, nil)
        hasPicture = false
        application.isPresentationPaused = true
    }

    func end() {
        hide()
        observer?.cancel()
        application.onScrollScreen = nil
        application.onPresentScreen = nil
        application.frameClock.driver = nil
    }

    private func pixels(_ points: Double, _ scale: Double) -> Int { max(1, Int((points * scale).rounded())) }

    // MARK: Drawing

    private func move(_ rect: Rect, by offset: Point) {
        surface?.copy(rect, by: offset)
        changed.append(rect.offsetBy(dx: offset.x, dy: offset.y))
    }

    private func present(_ rects: [Rect]) {
        guard let canvas else { return }
        application.render(in: canvas, rects: rects, background: background)
        changed += rects
        commit()
    }

    private func commit() {
        guard let surface, let buffers, let window, let buffer = buffers.take(surface, changed: changed) else { return }
        wl_surface_attach(window.surface, buffer, 0, 0)
        let scale = surface.scale
        for rect in changed {
            wl_surface_damage_buffer(
                window.surface,
                Int32((rect.minX * scale).rounded()),
                Int32((rect.minY * scale).rounded()),
                Int32((rect.width * scale).rounded()),
                Int32((rect.height * scale).rounded())
            )
        }
        changed.removeAll(keepingCapacity: true)
        addFrameCallback(window)
        (isShowing, hasPicture) = (true, true)
        wl_surface_commit(window.surface)
        connection?.flush()
        commitCount += 1
        updatePause()
    }

    // MARK: Frames

    /// Asks for the next frame, without a new picture.
    private func requestFrame() {
        guard frame == nil, hasPicture, !isChanging, let window else { return }
        addFrameCallback(window)
        wl_surface_commit(window.surface)
        connection?.flush()
    }

    private func addFrameCallback(_ window: WindowSurface) {
        forgetFrame()
        frame = wl_surface_frame(window.surface)
        if let frame { wl_callback_add_listener(frame, Self.listener, listenerData(self)) }
    }

    private func forgetFrame() {
        if let frame { wl_callback_destroy(frame) }
        frame = nil
        isShowing = false
    }

    private func frameDone(at time: UInt32) {
        forgetFrame()
        application.didPresentFrame()
        let now = application.runLoop.now
        let timestamp = CompositorTime.instant(time, now: now)
        let next = timestamp.advanced(by: .nanoseconds(1_000_000_000 / application.screen.framesPerSecond))
        updatePause()
        application.frameClock.announceFrame(at: timestamp, next: next)
    }

    private func updatePause() {
        application.isPresentationPaused = isShowing || window == nil || buffers?.hasFree != true
    }

    private static let listener = listenerTable(
        wl_callback_listener(done: { data, _, time in
            withListener(data, Presentation.self) { $0.frameDone(at: time) }
        })
    )
}

/// The clock of a compositor's events.
enum CompositorTime {
    /// The instant of milliseconds that a compositor names: those of the monotonic clock in all known ones.
    ///
    /// A time in the future, or of more than five seconds ago, is of another clock, and taken for now.
    static func instant(_ milliseconds: UInt32, now: MainRunLoop.Instant) -> MainRunLoop.Instant {
        let age = UInt32(truncatingIfNeeded: now.nanoseconds / 1_000_000) &- milliseconds
        guard age < 5000, Int64(age) <= now.nanoseconds / 1_000_000 else { return now }
        return now.advanced(by: .milliseconds(-Int64(age)))
    }
}
#endif
