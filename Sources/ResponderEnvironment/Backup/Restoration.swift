/// Restores a whole device: the homes are swapped only when every one of them is complete.
///
/// New homes are made in a folder `.responderkit-restore` of the device's root. When all are complete, a plan is written
/// there, and the homes are swapped as the plan says. An interruption before the plan leaves the homes as they were; one
/// after the plan is made good by ``recover(in:)``, so that the device never has homes of two backups.
package enum Restoration {
    private static let staging = HomePath(names: [DirectoryRules.reservedPrefix + "restore"])
    private static let plan = HomePath(names: staging.names + ["plan"])

    /// Restores apps, each to a path below `root`; a home that is there is replaced.
    package static func restore(
        _ backup: Backup,
        to homes: [(app: String, home: HomePath)],
        in root: Folder,
        files: PlainFiles,
        isDurable: Bool = true
    ) throws(BackupError) {
        do throws(BackupError) {
            try recover(in: root)
        } catch .files(.damaged) {
            // The homes are to be replaced anyway.
            try inRoot { () throws(FileError) in try root.removeTree(staging) }
        }
        do throws(BackupError) {
            var steps: [Step] = []
            for (index, (app, home)) in homes.enumerated() {
                let folder = try inRoot { () throws(FileError) in
                    try root.createFolder(path(of: index))
                    return try root.folder(path(of: index))
                }
                try backup.restore(app: app, into: folder, files: files)
                let inode = try inRoot { () throws(FileError) in
                    try root.createFolder(home.parent)
                    return try folder.descriptor.status(of: home.description).inode
                }
                steps.append(Step(inode: inode, home: home))
            }
            try inRoot { () throws(FileError) in
                if isDurable { try BackupDisk(folder: root, space: nil, isDurable: true).sync() }
                try root.replace(plan, with: text(steps), durable: isDurable)
            }
        } catch {
            try? root.removeTree(staging)
            throw error
        }
        try recover(in: root)
    }

    /// Ends a restoration that was interrupted: swaps the homes where all were complete, and removes what is left over.
    ///
    /// To be called before the homes are used, when a device begins.
    package static func recover(in root: Folder) throws(BackupError) {
        try inRoot { () throws(FileError) in
            guard try root.status(staging) != nil else { return }
            for (index, step) in try steps(in: root).enumerated() {
                // A home that was swapped already has left its place, or has put the former home there.
                guard try root.status(path(of: index))?.inode == step.inode else { continue }
                if try root.status(step.home) != nil {
                    try root.exchange(path(of: index), with: step.home)
                } else {
                    try root.move(path(of: index), to: step.home)
                }
            }
            try root.removeTree(staging)
        }
    }

    /// A new home, which its inode tells from the former one, and where it belongs.
    private struct Step {
        let inode: UInt64
        let home: HomePath
    }

    private static func path(of index: Int) -> HomePath { HomePath(names: staging.names + ["\(index)"]) }

    /// A line for each home, and a last one with the digest of the lines.
    private static func text(_ steps: [Step]) -> [UInt8] {
        var text: [UInt8] = []
        for step in steps {
            var line = BackupLine("home")
            line.add(step.inode)
            line.add(text: step.home.description)
            text += line.bytes + [UInt8(ascii: "\n")]
        }
        return text + BackupHasher.digest(text).hexadecimal
    }

    /// The steps of the plan; none where the restoration was interrupted before its plan.
    private static func steps(in root: Folder) throws(FileError) -> [Step] {
        let text: [UInt8]
        do throws(FileError) { text = try root.read(plan) } catch .notFound { return [] }
        guard text.count >= 64,
            BackupDigest(hexadecimal: text[(text.count - 64)...]) == BackupHasher.digest(text[..<(text.count - 64)])
        else { throw .damaged(plan.description, "its digest is wrong, and some homes may be the former ones") }
        var steps: [Step] = []
        for line in text[..<(text.count - 64)].split(separator: UInt8(ascii: "\n")) {
            var words = BackupWords(line)
            guard words.word() == "home", let inode: UInt64 = words.number(in: 0...UInt64.max), let home = words.text(),
                words.isEmpty
            else { throw .damaged(plan.description, "it has a line of no known kind") }
            steps.append(Step(inode: inode, home: try HomePath(home)))
        }
        return steps
    }

    private static func inRoot<Answer>(_ body: () throws(FileError) -> Answer) throws(BackupError) -> Answer {
        do throws(FileError) { return try body() } catch { throw .files(error) }
    }
}
