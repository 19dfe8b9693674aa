#if Wayland
import Foundation
import ResponderCairo
import ResponderKit
import ResponderWayland
import TestCompositor
import Testing

@testable import Kiosk

/// The kiosk under a compositor, touched where a person would touch it.
///
/// With RESPONDERKIT_PICTURES=FOLDER the compositor's pictures are written there, to be looked at.
@MainActor
@Suite("The kiosk in a window")
struct KioskTests {
    private static let folder = ProcessInfo.processInfo.environment["RESPONDERKIT_PICTURES"]

    struct NotThere: Error { let label: String }

    private func tap(_ label: String, _ screen: WaylandScreen) throws {
        let elements = screen.application.elementTree()
        guard let point = elements.first(where: { $0.label == label && $0.reachablePoint != nil })?.reachablePoint
        else {
            throw NotThere(label: label)
        }
        // A change of screen drops touches for a moment.
        screen.advance(by: .milliseconds(400))
        tc_touch_down(screen.compositor, 1, point.x, point.y)
        tc_touch_frame(screen.compositor)
        screen.advance(by: .milliseconds(60))
        tc_touch_up(screen.compositor, 1)
        tc_touch_frame(screen.compositor)
        screen.advance(by: .milliseconds(400))
    }

    /// Expects that the compositor has the picture that the application would draw now.
    private func check(_ screen: WaylandScreen, _ name: String) throws {
        screen.advance(by: .milliseconds(700))
        let (width, height) = (tc_picture_width(screen.compositor), tc_picture_height(screen.compositor))
        let size = screen.application.screen.size
        let whole = try screen.application.rendered(size: size, scale: screen.application.screen.scale)
        var greatest = 0
        for y in stride(from: 0, to: height, by: 3) {
            for x in stride(from: 0, to: width, by: 3) {
                let (one, other) = (tc_pixel(screen.compositor, x, y), whole[Int(x), Int(y)])
                for shift in [0, 8, 16] as [UInt32] {
                    greatest = max(greatest, abs(Int(one >> shift & 0xff) - Int(other >> shift & 0xff)))
                }
            }
        }
        // Where Cairo cuts off an edge at the end of a part, it rounds the edge anew.
        #expect(greatest <= 24, "\(name)")
        guard let folder = Self.folder else { return }
        let picture = try CairoSurface(size: Size(Double(width), Double(height)))
        picture.withMutablePixels { rows in
            for y in 0..<height {
                for x in 0..<width {
                    let pixel = tc_pixel(screen.compositor, x, y) | 0xff00_0000
                    rows.storeBytes(of: pixel, toByteOffset: Int(y) * picture.bytesPerRow + Int(x) * 4, as: UInt32.self)
                }
            }
        }
        try picture.writePNG(to: "\(folder)/wayland-\(name)-\(screen.application.screen.scale).png")
    }

    @Test("Its screens are touched, scrolled and typed in, and seen, at each scale", arguments: [120, 150, 240])
    func journey(scale: Int32) throws {
        say = { _ in }
        var options = WaylandScreen.options
        (options.width, options.height, options.fractional_scale) = (800, 480, scale)
        let kiosk = Kiosk()
        let screen = try WaylandScreen(options, delegate: kiosk, showsWindow: false) {
            $0.controlAppearance = FilledAppearance()
        }
        defer { screen.end() }
        try check(screen, "card")
        try tap("Settings", screen)
        try check(screen, "settings")
        try tap("Restart", screen)
        try check(screen, "alert")
        try tap("Cancel", screen)
        try tap("Card", screen)
        try tap("Menu", screen)
        tc_touch_down(screen.compositor, 1, 300, 400)
        tc_touch_frame(screen.compositor)
        for y in stride(from: 380.0, through: 200, by: -20) {
            screen.advance(by: .milliseconds(8))
            tc_touch_move(screen.compositor, 1, 300, y)
            tc_touch_frame(screen.compositor)
        }
        tc_touch_up(screen.compositor, 1)
        tc_touch_frame(screen.compositor)
        screen.advance(by: .seconds(4))
        try check(screen, "menu")
        try tap("Card", screen)
        try tap("Form", screen)
        try tap("Name", screen)
        try tap("A", screen)
        try check(screen, "keyboard")
        let values = screen.application.elementTree().compactMap(\.value)
        #expect(values.contains { $0.lowercased() == "a" }, "\(values)")
    }
}
#endif
