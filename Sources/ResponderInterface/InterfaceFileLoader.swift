internal import Glibc
public import ResponderKit

/// Loads an app's main interface from a file of JSON.
///
///     @main
///     final class AppDelegate: Responder, EntryPointDelegate {
///         static let manifest = Manifest(mainInterface: "clock.json")
///         static let interfaceLoader: (any InterfaceLoader)? = InterfaceFileLoader(classes: classes)
///         var window: Window?
///
///         private static var classes: InterfaceClasses {
///             var classes = InterfaceClasses()
///             classes.registerView("ClockView", ClockView.init(frame:))
///             classes.registerController("ClockController", outlets: [.outlet("clock", \.clock)]) {
///                 ClockController()
///             }
///             return classes
///         }
///     }
public struct InterfaceFileLoader: InterfaceLoader {
    /// What the names of classes in the file stand for.
    public let classes: InterfaceClasses
    private let folder: String?
    private let onLoad: (@MainActor (Interface) -> Void)?

    /// A loader for files with these classes.
    ///
    /// - Parameters:
    ///   - classes: What the names of classes in the file stand for.
    ///   - folder: The folder of files that are named by a relative path; nil for the folder of the program.
    ///   - onLoad: Takes each interface that was loaded, for example to find views by their `id`, before the delegate
    ///     has the window.
    /// - Complexity: O(1); no allocation.
    public init(
        classes: InterfaceClasses,
        folder: String? = nil,
        onLoad: (@MainActor (Interface) -> Void)? = nil
    ) {
        self.classes = classes
        self.folder = folder
        self.onLoad = onLoad
    }

    /// Reads the file, and makes its window, controllers and views.
    ///
    /// - Throws: ``InterfaceError``.
    /// - Complexity: That of ``InterfaceFile/init(contentsOfFile:)`` and
    ///   ``InterfaceFile/makeInterface(of:for:)``, with their allocations.
    public func loadMainInterface(named name: String, for application: Application) throws -> Window {
        let path = name.hasPrefix("/") ? name : "\(folder ?? Self.programFolder)/\(name)"
        let interface = try InterfaceFile(contentsOfFile: path).makeInterface(of: classes, for: application)
        onLoad?(interface)
        return interface.window
    }

    /// The folder of the program that runs.
    private static var programFolder: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return "." }
        let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
