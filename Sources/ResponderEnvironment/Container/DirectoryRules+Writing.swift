// What an app may do at a path.
extension DirectoryRules {
    /// What is done to a file or folder.
    package enum Access { case reading, writing, removing }

    /// Who acts: an app, for which the rules hold, or the system, which may do all.
    package enum Actor { case app, system }

    /// - Throws: ``FileError/notPermitted(_:_:)`` where an app may not do that; the text names where it may.
    package static func check(_ access: Access, at path: HomePath, by actor: Actor = .app) throws(FileError) {
        guard actor == .app else { return }
        if path.names.contains(where: isReserved) {
            throw .notPermitted("\(path)", "names that begin with \(reservedPrefix) are the package's own")
        }
        guard let directory = directory(of: path) else {
            // The home itself may be listed.
            if access == .reading, path == .home { return }
            throw .notPermitted(
                "\(path)",
                "it is in none of the home's directories; take Documents, Library/Application Support, Library/Caches "
                    + "or tmp"
            )
        }
        guard access != .reading else { return }
        switch directory.writing {
        case .app: break
        case .removalOnly where access == .removing: break
        case .removalOnly:
            throw .notPermitted(
                "\(path)",
                "what is handed over in Documents/Inbox can be read and removed alone; move it to Documents first"
            )
        case .preferencesOnly:
            throw .notPermitted("\(path)", "Library/Preferences is written through the app's preferences alone")
        case .nobody:
            throw .notPermitted(
                "\(path)",
                "an app's bundle is never written; take Library/Application Support for what the app makes"
            )
        }
        if access == .removing, isStandard(path) {
            throw .notPermitted("\(path)", "the home's own directories stay; remove what is in it")
        }
    }
}
