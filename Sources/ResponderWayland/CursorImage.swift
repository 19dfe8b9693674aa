#if Wayland
internal import CResponderWayland

/// What is seen at the mouse's place over the window.
enum Cursor {
    case hidden
    case image(CursorImage)
    /// What the compositor shows by itself.
    case compositors
}

/// The arrow of the user's theme.
@MainActor
final class CursorImage {
    private let surface: OpaquePointer
    private let theme: OpaquePointer
    private let image: UnsafeMutablePointer<wl_cursor_image>
    private let scale: Int32

    /// Nil where there is no theme: then the compositor's cursor stays.
    init?(_ compositor: OpaquePointer, _ shm: OpaquePointer, scale: Int32) {
        guard let theme = wl_cursor_theme_load(nil, 24 * scale, shm) else { return nil }
        let cursor = wl_cursor_theme_get_cursor(theme, "default") ?? wl_cursor_theme_get_cursor(theme, "left_ptr")
        guard let image = cursor?.pointee.images.pointee, let surface = wl_compositor_create_surface(compositor) else {
            wl_cursor_theme_destroy(theme)
            return nil
        }
        (self.theme, self.image, self.surface) = (theme, image, surface)
        // Themes have images of some sizes alone, and a surface consists of whole points.
        var whole = scale
        while whole > 1, image.pointee.width % UInt32(whole) != 0 || image.pointee.height % UInt32(whole) != 0 {
            whole -= 1
        }
        self.scale = whole
    }

    func set(for pointer: OpaquePointer, _ serial: UInt32) {
        let picture = image.pointee
        wl_surface_set_buffer_scale(surface, scale)
        wl_surface_attach(surface, wl_cursor_image_get_buffer(image), 0, 0)
        wl_surface_damage(surface, 0, 0, .max, .max)
        wl_surface_commit(surface)
        wl_pointer_set_cursor(
            pointer,
            serial,
            surface,
            Int32(picture.hotspot_x) / scale,
            Int32(picture.hotspot_y) / scale
        )
    }

    func close() {
        wl_surface_destroy(surface)
        wl_cursor_theme_destroy(theme)
    }
}
#endif
