#if Wayland
internal import CResponderWayland
internal import ResponderKit

/// The window, as the compositor sees it: its role, its size, its scale and its state.
@MainActor
final class WindowSurface {
    /// What the compositor says of the window.
    struct State: Equatable {
        /// In points; 0 where the window may choose.
        var width: Int32 = 0
        var height: Int32 = 0
        var isActivated = false
        var isSuspended = false
    }

    let surface: OpaquePointer
    private let shell: OpaquePointer
    private let toplevel: OpaquePointer
    private let viewport: OpaquePointer?
    private let fractional: OpaquePointer?
    private var pending = State()
    private(set) var state: State?
    /// In 120ths, where the compositor names it.
    private var fractionalScale: UInt32?
    /// The scale of the output that has the most pixels in a point, of those that show the window.
    var outputScale: Int32 = 1 { didSet { if outputScale != oldValue { scaleDidChange() } } }
    /// Told of each new state and scale; the window's pixels must be attached anew.
    var onChange: (() -> Void)?
    var onClose: (() -> Void)?
    /// Told of outputs that show the window from now on, or no longer.
    var onOutput: ((_ output: OpaquePointer?, _ isEntered: Bool) -> Void)?

    /// - Throws: An error where the compositor lacks something that a window needs.
    init(_ connection: Connection, _ base: OpaquePointer, _ compositor: OpaquePointer) throws(WaylandError) {
        guard let surface = wl_compositor_create_surface(compositor),
            let shell = xdg_wm_base_get_xdg_surface(base, surface), let toplevel = xdg_surface_get_toplevel(shell)
        else { throw connection.failure() }
        (self.surface, self.shell, self.toplevel) = (surface, shell, toplevel)
        let viewporter = connection.bind(RWL_VIEWPORTER, "wp_viewporter", atMost: 1)
        let manager = connection.bind(RWL_FRACTIONAL_SCALE_MANAGER, "wp_fractional_scale_manager_v1", atMost: 1)
        // A fractional scale needs both.
        let areBothThere = viewporter != nil && manager != nil
        viewport = areBothThere ? wp_viewporter_get_viewport(viewporter, surface) : nil
        fractional = areBothThere ? wp_fractional_scale_manager_v1_get_fractional_scale(manager, surface) : nil
        if let viewporter { wp_viewporter_destroy(viewporter) }
        if let manager { wp_fractional_scale_manager_v1_destroy(manager) }
        wl_surface_add_listener(surface, Self.surfaceListener, listenerData(self))
        xdg_surface_add_listener(shell, Self.shellListener, listenerData(self))
        xdg_toplevel_add_listener(toplevel, Self.toplevelListener, listenerData(self))
        if let fractional {
            wp_fractional_scale_v1_add_listener(fractional, Self.fractionalListener, listenerData(self))
        }
    }

    /// Asks for the window.
    func open(title: String, identifier: String, isFullScreen: Bool) {
        xdg_toplevel_set_title(toplevel, title)
        xdg_toplevel_set_app_id(toplevel, identifier)
        if isFullScreen { xdg_toplevel_set_fullscreen(toplevel, nil) }
        wl_surface_commit(surface)
    }

    /// The number of pixels in a point.
    var scale: Double {
        if let fractionalScale { return Double(fractionalScale) / 120 }
        return Double(outputScale)
    }

    /// Says how large the pixels of the next commit are seen, in points.
    func setExtent(width: Int32, height: Int32) {
        if let viewport, fractionalScale != nil {
            wp_viewport_set_destination(viewport, width, height)
            wl_surface_set_buffer_scale(surface, 1)
        } else {
            wl_surface_set_buffer_scale(surface, outputScale)
        }
    }

    func close() {
        if let fractional { wp_fractional_scale_v1_destroy(fractional) }
        if let viewport { wp_viewport_destroy(viewport) }
        xdg_toplevel_destroy(toplevel)
        xdg_surface_destroy(shell)
        wl_surface_destroy(surface)
    }

    private func scaleDidChange() {
        if state != nil { onChange?() }
    }

    // MARK: Events

    private func configure(_ serial: UInt32) {
        xdg_surface_ack_configure(shell, serial)
        state = pending
        onChange?()
    }

    private func configure(_ width: Int32, _ height: Int32, _ states: [UInt32]) {
        // Below zero is against the protocol.
        pending.width = max(0, width)
        pending.height = max(0, height)
        pending.isActivated = states.contains(XDG_TOPLEVEL_STATE_ACTIVATED.rawValue)
        pending.isSuspended = states.contains(Self.suspendedState)
    }

    /// `suspended`, since version 6 of xdg_toplevel, which older headers do not name.
    private static let suspendedState: UInt32 = 9

    private static let shellListener = listenerTable(
        xdg_surface_listener(configure: { data, _, serial in
            withListener(data, WindowSurface.self) { $0.configure(serial) }
        })
    )

    private static let toplevelListener = listenerTable(
        xdg_toplevel_listener(
            configure: { data, _, width, height, states in
                let values = states?.pointee.numbers ?? []
                withListener(data, WindowSurface.self) { $0.configure(width, height, values) }
            },
            close: { data, _ in withListener(data, WindowSurface.self) { $0.onClose?() } },
            configure_bounds: { _, _, _, _ in },
            wm_capabilities: { _, _, _ in }
        )
    )

    private static let fractionalListener = listenerTable(
        wp_fractional_scale_v1_listener(preferred_scale: { data, _, scale in
            withListener(data, WindowSurface.self) { window in
                // A scale of 0 is against the protocol, and one of a hundred would make millions of pixels.
                guard 30...1200 ~= scale, scale != window.fractionalScale else { return }
                window.fractionalScale = scale
                window.scaleDidChange()
            }
        })
    )

    private static let surfaceListener = {
        var listener = wl_surface_listener()
        listener.enter = { data, _, output in
            nonisolated(unsafe) let output = output
            withListener(data, WindowSurface.self) { $0.onOutput?(output, true) }
        }
        listener.leave = { data, _, output in
            nonisolated(unsafe) let output = output
            withListener(data, WindowSurface.self) { $0.onOutput?(output, false) }
        }
        return listenerTable(listener)
    }()
}
#endif
