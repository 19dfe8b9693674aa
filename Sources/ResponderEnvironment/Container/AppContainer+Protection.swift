// The class of a file that is there.
extension AppContainer {
    /// Gives a file another class.
    ///
    /// The file is rewritten in one step, and keeps its exclude attribute. A ``ProtectedFile`` that is open keeps the
    /// file as it was: close such files first.
    ///
    /// - Throws: ``FileError``: ``FileError/locked(_:_:)`` where the lock forbids the old class, or a file of the new
    ///   one; what was there stays then.
    /// - Complexity: Linear in the file's length, and allocates its bytes; constant where the file has the class.
    public func setProtection(_ protection: ProtectionClass, of path: String) throws(FileError) {
        let path = try HomePath(path)
        try DirectoryRules.check(.writing, at: path)
        try checkProtection(protection, of: path)
        try inPart(path) { (folder, relative) throws(FileError) in
            try counting { () throws(FileError) in
                try ProtectedFile.setProtection(
                    protection,
                    of: relative,
                    in: folder,
                    keys: dataProtection,
                    space: space
                )
            }
        }
    }
}
