internal import Glibc

extension BackupStore {
    /// Backs up what has changed since the backup before.
    ///
    /// After an error or an interruption at any point the backup before is still there; the next call goes on with what
    /// was copied (rule S27).
    ///
    /// - Parameters:
    ///   - password: Seals the backup. A sealed backup stays sealed with the same password.
    ///   - anew: Copies everything, and does without the backup before, which may be damaged or have another password.
    package func backUp(
        _ source: BackupSource,
        password: String? = nil,
        anew: Bool = false
    ) throws(BackupError) -> BackupReport {
        let lock = try lock(LOCK_EX)
        defer { withExtendedLifetime(lock) {} }
        try check(source)
        let start = try start(password: password, anew: anew)
        let run = try BackupRun(source, start: start, disk: disk, clock: clock)
        do throws(BackupError) {
            try run.copy()
            try run.finish()
        } catch {
            // So the next call need not copy what is complete; a full disk may forbid it.
            run.keepProgress()
            throw error
        }
        return run.report
    }

    /// What a backup begins with.
    struct Start {
        let header: BackupHeader
        let key: BackupKey?
        /// The backup before; nil where nothing of it is used.
        let former: BackupManifest?
        /// Whether the objects of `former` have the form of this backup.
        let isSameForm: Bool
        /// Whether nothing of earlier runs is used; what they have left stays until the new list is complete.
        let isAnew: Bool
    }

    private func start(password: String?, anew: Bool) throws(BackupError) -> Start {
        var former: (header: BackupHeader, key: BackupKey?, manifest: BackupManifest)?
        if !anew {
            do throws(BackupError) {
                let (header, file) = try openList()
                let key = try header.key(password: password, at: place)
                former = (header, key, try manifest(header, file, key))
            } catch .noBackup {
                former = nil
            }
        }
        if let former, (former.key == nil) == (password == nil) {
            return Start(
                header: former.header,
                key: former.key,
                former: former.manifest,
                isSameForm: true,
                isAnew: false
            )
        }
        // An interrupted run may have begun with that password already.
        if !anew, let header = BackupJournal.header(in: disk), (header.sealed == nil) == (password == nil),
            let key = try? header.key(password: password, at: place) ?? nil
        {
            return Start(
                header: header,
                key: key,
                former: former?.manifest,
                isSameForm: false,
                isAnew: false
            )
        }
        var key: BackupKey?
        if let password {
            guard let made = BackupKey(password: password, cost: cost) else { throw .noMemory(place) }
            key = made
        }
        return Start(
            header: BackupHeader(key: key),
            key: key,
            former: former?.manifest,
            isSameForm: false,
            isAnew: anew
        )
    }

    /// Refuses what the list could not say.
    private func check(_ source: BackupSource) throws(BackupError) {
        var identifiers: Set<String> = []
        for text in [source.device, source.date] + source.apps.compactMap(\.bundle?.version)
        where text.utf8.count > 1024 {
            throw .files(.badPath(text, "it has more than 1024 bytes"))
        }
        if let keychain = source.keychain, keychain.count > BackupManifest.largestKeychain {
            throw .files(.notPermitted("keychain", "it has more than \(BackupManifest.largestKeychain) bytes"))
        }
        for app in source.apps {
            guard BackupManifest.isIdentifier(app.identifier), identifiers.insert(app.identifier).inserted else {
                throw .home(app: app.identifier, .badPath(app.identifier, "each app needs an identifier of its own"))
            }
            if let name = app.bundle?.name, !BackupManifest.isBundleName(name) {
                throw .home(app: app.identifier, .badPath(name, "a bundle's name ends in .app"))
            }
        }
    }
}
