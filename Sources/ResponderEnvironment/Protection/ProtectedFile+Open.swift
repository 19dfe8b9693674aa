internal import CResponderEnvironment
internal import Glibc

// Files by their paths.
extension ProtectedFile {
    /// Opens a file below a folder.
    ///
    /// - Parameter protection: The class of a file that is made; nil for
    ///   ``ProtectionClass/completeUntilFirstUserAuthentication``, or none where there are no keys. A file that is
    ///   there keeps its class, and is refused where another one is given: who gives a class relies on it.
    package static func open(
        _ path: HomePath,
        in folder: Folder,
        protection: ProtectionClass? = nil,
        mode: OpenMode,
        keys: DataProtection?,
        space: (any StorageSpace)?
    ) throws(FileError) -> ProtectedFile {
        let text = path.description
        while true {
            if mode != .creating {
                do throws(FileError) {
                    let file = try openExisting(path, in: folder, isWritable: mode == .writing, keys, space)
                    guard protection ?? file.protection == file.protection else {
                        throw .notPermitted(
                            text,
                            "its class is \(file.protection); give it another one first, by setProtection(_:of:), "
                                + "or open it without a class"
                        )
                    }
                    return file
                } catch .notFound where mode == .writing {}
            }
            do throws(FileError) {
                let content = try make([], path, protection, keys, space, in: folder, isNew: true)
                return ProtectedFile(content, path: text, isWritable: true, space: space)
            } catch .exists where mode == .writing {
                // Another thread has made it meanwhile.
            }
        }
    }

    /// The content of a file.
    package static func readWhole(
        _ path: HomePath,
        in folder: Folder,
        keys: DataProtection?
    ) throws(FileError) -> [UInt8] {
        try openExisting(path, in: folder, isWritable: false, keys, nil).read(.max, at: 0)
    }

    /// Replaces a file in one step, or makes it.
    ///
    /// Who opens the path finds the old content or the new, also after the process was killed. The new content is on
    /// the disk when the call returns. The attributes of the old file go.
    ///
    /// - Parameter protection: The class; nil for that of the file that is there, or as for `open`.
    package static func replaceWhole(
        _ bytes: [UInt8],
        _ path: HomePath,
        in folder: Folder,
        protection: ProtectionClass? = nil,
        keys: DataProtection?,
        space: (any StorageSpace)?
    ) throws(FileError) {
        let former = try folder.status(path)
        guard former.map({ $0.kind == .file }) ?? true else {
            throw .notPermitted(path.description, "it is no regular file")
        }
        var protection = protection
        if protection == nil, former != nil { protection = try Self.protection(of: path, in: folder) }
        _ = try make(bytes, path, protection, keys, space, in: folder, isNew: false)
        if let former { space?.give(former.size) }
    }

    /// The class of a file, which needs no key; none for a file that begins with no header (rule S15).
    package static func protection(of path: HomePath, in folder: Folder) throws(FileError) -> ProtectionClass {
        let file = try openDescriptor(path, in: folder, isWritable: false)
        return try FileHeader(of: file, path: path.description)?.protection ?? .none
    }

    /// Gives a file another class: rewrites it in one step, and keeps its attributes of users.
    ///
    /// Handles that are open keep the old file.
    package static func setProtection(
        _ protection: ProtectionClass,
        of path: HomePath,
        in folder: Folder,
        keys: DataProtection?,
        space: (any StorageSpace)?
    ) throws(FileError) {
        let file = try openDescriptor(path, in: folder, isWritable: false)
        guard try FileHeader(of: file, path: path.description)?.protection ?? .none != protection else { return }
        let bytes = try open(file, path, isWritable: false, keys, nil).read(.max, at: 0)
        let size = try file.size(of: path.description)
        _ = try make(bytes, path, protection, keys, space, in: folder, isNew: false, attributes: file)
        space?.give(size)
    }

    private static func openDescriptor(
        _ path: HomePath,
        in folder: Folder,
        isWritable: Bool
    ) throws(FileError) -> Descriptor {
        let file = try folder.open(path, (isWritable ? O_RDWR : O_RDONLY) | O_NONBLOCK)
        guard try file.status(of: path.description).kind == .file else {
            throw .notPermitted(path.description, "it is no regular file")
        }
        return file
    }

    private static func openExisting(
        _ path: HomePath,
        in folder: Folder,
        isWritable: Bool,
        _ keys: DataProtection?,
        _ space: (any StorageSpace)?
    ) throws(FileError) -> ProtectedFile {
        try open(
            try openDescriptor(path, in: folder, isWritable: isWritable),
            path,
            isWritable: isWritable,
            keys,
            space
        )
    }

    private static func open(
        _ file: Descriptor,
        _ path: HomePath,
        isWritable: Bool,
        _ keys: DataProtection?,
        _ space: (any StorageSpace)?
    ) throws(FileError) -> ProtectedFile {
        let text = path.description
        var key: FileKey?
        if let header = try FileHeader(of: file, path: text) {
            key = FileKey(opening: header, keys: try keys.orRefuse(text))
            _ = try key?.use(text)
        }
        return ProtectedFile(Content(file: file, key: key), path: text, isWritable: isWritable, space: space)
    }

    /// Makes a file aside, and moves it to its place.
    private static func make(
        _ bytes: [UInt8],
        _ path: HomePath,
        _ protection: ProtectionClass?,
        _ keys: DataProtection?,
        _ space: (any StorageSpace)?,
        in folder: Folder,
        isNew: Bool,
        attributes: Descriptor? = nil
    ) throws(FileError) -> Content {
        let text = path.description
        let protection = protection ?? (keys == nil ? .none : .completeUntilFirstUserAuthentication)
        var key: FileKey?
        if protection == .none {
            try PlainFile.check(bytes, text)
        } else {
            key = try FileKey(making: protection, keys: try keys.orRefuse(text), path: text)
        }
        guard path != .home else { throw .notPermitted(text, "the home itself is no file") }
        let size = key == nil ? bytes.count : SealedFile.sizeOnDisk(bytes.count)
        if size > 0 { try space?.take(size, for: text) }
        let draft = path.parent.draft()
        do throws(FileError) {
            let file: Descriptor
            do throws(FileError) {
                file = try folder.open(draft, O_RDWR | O_CREAT | O_EXCL)
            } catch .notFound {
                throw .notFound(text)
            }
            do throws(FileError) {
                if let key {
                    let key = (header: key.fileHeader, secret: try key.use(text))
                    try SealedFile(file: file, path: text, header: key.header, key: key.secret, space: nil).make(bytes)
                } else if !bytes.isEmpty {
                    try file.write(bytes, at: 0, of: text)
                }
                if let attributes { try file.copyUserAttributes(of: attributes, path: text) }
                if isNew {
                    try folder.moveNew(draft, to: path)
                } else {
                    if folder.isDurable { try file.sync(text) }
                    try folder.move(draft, to: path)
                    if folder.isDurable { try folder.open(path.parent, O_RDONLY | O_DIRECTORY).sync(text) }
                }
            } catch {
                try? folder.remove(draft)
                throw error
            }
            return Content(file: file, key: key)
        } catch {
            if size > 0 { space?.give(size) }
            throw error
        }
    }
}

extension DataProtection? {
    fileprivate func orRefuse(_ path: String) throws(FileError) -> DataProtection {
        guard let self else {
            throw .noProtection(path, "there are no keys; give the process the credential responderkit.key")
        }
        return self
    }
}

extension FileHeader {
    fileprivate init?(of file: Descriptor, path: String) throws(FileError) {
        try self.init(try file.read(Self.size, at: 0, of: path), path: path)
    }
}

extension Folder {
    /// Moves a file to a place where nothing is.
    fileprivate func moveNew(_ path: HomePath, to other: HomePath) throws(FileError) {
        let parent = try open(other.parent, rse_path_only | O_DIRECTORY)
        guard let from = path.name, let to = other.name else { return }
        guard rse_move_new(parent.number, from, parent.number, to) == 0 else {
            throw .last(at: other.description, doing: "made")
        }
    }
}

extension Descriptor {
    /// Copies the attributes `user.*` of another file.
    fileprivate func copyUserAttributes(of other: Descriptor, path: String) throws(FileError) {
        guard rse_copy_user_attributes(other.number, number) == 0 else {
            throw .last(at: path, doing: "given its attributes")
        }
    }
}
