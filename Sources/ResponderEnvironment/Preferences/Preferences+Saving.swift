internal import ResponderEventLoop
package import ResponderKit
internal import ResponderNotifications

extension Preferences {
    /// Writes what was set: when the call returns, it is on the disk, and stays when the process is killed.
    ///
    /// Then tells observers of what others have written.
    ///
    /// - Throws: ``FileError``; what was set is kept then, and written with what is set next.
    /// - Complexity: Linear in what was set and in what others have written since; where most of the file is out of
    ///   date, linear in all preferences. Allocates the text.
    public func save() throws(FileError) {
        try write()
        tellOthersChanges()
    }

    /// Reads what others have written, and tells observers.
    ///
    /// - Throws: ``FileError``; the preferences stay as they were then.
    /// - Complexity: One call of the system where nothing was written, otherwise linear in the file; allocates its
    ///   content.
    public func refresh() throws(FileError) {
        try file.refresh()
        tellOthersChanges()
    }

    private func write() throws(FileError) {
        guard !unwritten.isEmpty else { return }
        try file.write(unwritten)
        unwritten = [:]
        forgetFailures()
    }

    /// Has the application's life write and read the file.
    package func attach(to application: Application) {
        let center = application.notificationCenter
        saving.loop = application.runLoop
        saving.tokens = [
            center.observe(Application.SettingsDidChange.self) { [weak self] _ in self?.refreshOrReport() },
            center.observe(Application.WillEnterForeground.self) { [weak self] _ in self?.refreshOrReport() },
            center.observe(Application.DidEnterBackground.self) { [weak self] _ in self?.saveOrReport() },
            center.observe(Application.WillTerminate.self) { [weak self] _ in self?.saveOrReport() },
        ]
        application.onSuspension = { [weak self] in
            guard let self else { return }
            // What others have written is told at the resume.
            do throws(FileError) { try write() } catch { report(.notWritten(error)) }
        }
        if !unwritten.isEmpty { saving.request(for: self) }
    }

    fileprivate func saveOrReport() {
        do throws(FileError) { try save() } catch { report(.notWritten(error)) }
    }

    private func refreshOrReport() {
        do throws(FileError) { try refresh() } catch { report(.notRead(error)) }
    }
}

/// The writing of what was set in a turn of the loop.
struct SavingInTurn {
    fileprivate weak var loop: MainRunLoop?
    fileprivate var tokens: [ObservationToken] = []
    fileprivate var isRequested = false

    /// Has the loop write once in its turn.
    @MainActor
    mutating func request(for preferences: Preferences) {
        guard !isRequested, let loop else { return }
        isRequested = true
        loop.addDeferred(SaveWork(preferences), to: .asap, in: .common)
    }
}

@MainActor
private final class SaveWork: DeferredWork {
    private weak var preferences: Preferences?

    init(_ preferences: Preferences) { self.preferences = preferences }

    var isCancelled: Bool { preferences == nil }

    func run() {
        guard let preferences else { return }
        preferences.saving.isRequested = false
        preferences.saveOrReport()
    }
}
