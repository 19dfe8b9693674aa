#if Cairo
import ArgumentParser
import Glibc
import ResponderCairo
import ResponderDemo
import ResponderKit

/// The options of `responderkit snapshot` for a picture in pixels; the tool has them if it was built with the trait
/// Cairo.
struct PixelOptions: ParsableArguments {
    enum Appearance: String, ExpressibleByArgument, CaseIterable {
        case plain
        case filled
    }

    @Option(
        help: ArgumentHelp("Write what the window shows to this file, as a PNG.", valueName: "FILE"),
        completion: .file()
    )
    var png: String?

    @Option(help: "The number of pixels in a point.")
    var scale = 1.0

    @Option(help: "How controls look: 'plain' or 'filled'.")
    var appearance = Appearance.plain

    @Flag(help: "Light text on a dark background.")
    var dark = false

    func validate() throws {
        guard scale > 0, scale <= 16 else {
            throw ValidationError("--scale is a number above 0 and at most 16, and not \(scale)")
        }
    }

    /// Has the application draw for pixels, if they are asked for.
    @MainActor
    func prepare(_ application: Application) {
        guard png != nil else { return }
        let scheme = dark ? ControlAppearance.ColorScheme.dark : .light
        application.textMeasurer = PangoTextMeasurer.shared
        application.controlAppearance = appearance == .plain ? ControlAppearance(scheme) : FilledAppearance(scheme)
    }

    /// Writes the picture.
    ///
    /// - Throws: The status with which the command ends, after the reason has been reported.
    @MainActor
    func write(_ window: Window) throws {
        guard let png else { return }
        do throws(CairoError) {
            let background = window.resolvedControlAppearance.background
            try window.rendered(scale: scale, background: background).writePNG(to: png)
        } catch {
            StandardStreams.report("\(error)")
            throw ExitCode(EX_CANTCREAT)
        }
    }
}
#endif
