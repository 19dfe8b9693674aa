#if Cairo
import Foundation
import ResponderCairo
import ResponderKit
import ResponderKitTesting
import Testing

@testable import Kiosk

/// The kiosk and a sheet of all controls, in both appearances.
///
/// With RESPONDERKIT_PICTURES=FOLDER each picture is written
/// there in all sizes, to be looked at.
@Suite("Pictures of whole screens")
@MainActor
struct ScreenPictureTests {
    enum Look: String, CaseIterable {
        case plainLight = "plain-light"
        case plainDark = "plain-dark"
        case filledLight = "filled-light"
        case filledDark = "filled-dark"

        @MainActor var appearance: ControlAppearance {
            switch self {
            case .plainLight: ControlAppearance(.light)
            case .plainDark: ControlAppearance(.dark)
            case .filledLight: FilledAppearance(.light)
            case .filledDark: FilledAppearance(.dark)
            }
        }
    }

    private static let folder = ProcessInfo.processInfo.environment["RESPONDERKIT_PICTURES"]
    private static let sizes = folder == nil ? [Size(800, 480)] : [Size(800, 480), Size(1920, 1080)]
    private static let scales = folder == nil ? [1.25] : [1, 1.25, 2]

    private func harness(_ look: Look, _ size: Size) throws -> AppHarness {
        say = { _ in }
        return try AppHarness(manifest: Manifest(delegateClass: Kiosk.self), screenSize: size) { application in
            application.textMeasurer = PangoTextMeasurer.shared
            application.controlAppearance = look.appearance
        }
    }

    /// Expects that something is seen, and that a picture of all is the same as one that is drawn by its quarters.
    private func check(_ harness: AppHarness, _ name: String, _ look: Look) throws {
        harness.settle()
        let size = harness.device.screenSize
        for scale in Self.scales {
            let whole = try harness.screenshot(scale: scale)
            let parts = try CairoSurface(size: size, scale: scale)
            let canvas = CairoCanvas(parts)
            let half = Size(size.width / 2, size.height / 2)
            for (x, y) in [(0.0, 0.0), (half.width, 0), (0, half.height), (half.width, half.height)] {
                harness.application.render(in: canvas, rects: [Rect(x, y, half.width, half.height)], background: .white)
            }
            // Where Cairo cuts off an edge at the end of a part, it rounds the edge anew.
            #expect(greatestDifference(whole, parts) <= 16, "\(name)")
            let blank = try CairoSurface(size: size, scale: scale)
            blank.clear(to: harness.application.controlAppearance.background)
            #expect(greatestDifference(whole, blank) > 128, "\(name)")
            guard let folder = Self.folder else { continue }
            let place = "\(Int(size.width))x\(Int(size.height))@\(scale)"
            try whole.writePNG(to: "\(folder)/\(name)-\(look.rawValue)-\(place).png")
        }
    }

    @Test("The kiosk's screens, an alert, the keyboard and a sheet of all controls are drawn", arguments: Look.allCases)
    func screens(_ look: Look) throws {
        for size in Self.sizes {
            let harness = try harness(look, size)
            try check(harness, "card", look)
            try harness.tap(.button("Settings"))
            try check(harness, "settings", look)
            try harness.tap(.button("Restart"))
            try check(harness, "alert", look)
            try harness.tap(.button("Cancel").within(.alert()))
            try harness.tap(.button("Card"))
            try harness.tap(.button("Menu"))
            harness.flick(from: Point(300, 400), to: Point(300, 300))
            try check(harness, "menu", look)
            try harness.tap(.button("Card"))
            try harness.tap(.button("Form"))
            try harness.type("Ada", into: .field("Name"))
            try check(harness, "keyboard", look)
            harness.window.endEditing()
            try check(harness, "form", look)
            let tabs = TabBarController()
            let (sheet, other) = (ControlSheet(), ViewController())
            (sheet.title, other.title) = ("All controls", "Other")
            tabs.viewControllers = [NavigationController(rootViewController: sheet), other]
            tabs.tabBar.items[1].badgeValue = "12"
            harness.window.rootViewController = tabs
            try check(harness, "controls", look)
        }
    }
}
#endif
