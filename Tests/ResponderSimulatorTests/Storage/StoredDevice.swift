import Foundation
import ResponderEnvironment
import ResponderKit
import ResponderSimulator
import TestSupport

/// A device with a storage in a folder of its own, and apps whose delegates are closures.
@MainActor
final class StoredDevice {
    let folder: TemporaryFolder
    let device = SimulatedDevice()

    init(in folder: TemporaryFolder = TemporaryFolder(), named name: String = "device", capacity: Int? = nil) throws {
        self.folder = folder
        try device.attachStorage(at: folder.path, named: name, capacity: capacity)
    }

    /// Installs apps, and launches the last one.
    func launch(_ names: String...) throws {
        for name in names { try device.install(Manifest(identifier: name)) }
        if let last = names.last { try device.perform(.launch(last)) }
    }

    /// The container of an app that runs.
    func container(_ name: String) throws -> AppContainer {
        guard let application = device.application(name) else { throw DeviceError.notRunning(name, .notRunning) }
        return try application.container
    }

    /// The names in a folder of an app's home, as the disk has them.
    func names(_ path: String, of app: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(try device.homePath(of: app))/\(path)").sorted()
    }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}

/// A delegate that calls closures.
final class ClosureDelegate: ApplicationDelegate {
    var onActive: (Application) -> Void = { _ in }
    var onResign: (Application) -> Void = { _ in }
    var onUnavailable: (Application) -> Void = { _ in }
    var onAvailable: (Application) -> Void = { _ in }
    var onURL: (AppURL) -> Void = { _ in }

    func applicationDidBecomeActive(_ application: Application) { onActive(application) }
    func applicationWillResignActive(_ application: Application) { onResign(application) }
    func applicationProtectedDataWillBecomeUnavailable(_ application: Application) { onUnavailable(application) }
    func applicationProtectedDataDidBecomeAvailable(_ application: Application) { onAvailable(application) }

    func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool {
        onURL(url)
        return true
    }
}
