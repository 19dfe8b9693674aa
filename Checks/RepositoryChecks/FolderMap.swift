/// The map of folders in ARCHITECTURE.md: a block of code with a line for each folder.
///
/// A line has a folder's name and what is in the folder. A folder inside another one is indented by two blanks more.
/// What is in a folder may go on in lines that are indented further. Files may be listed too.
///
/// Listed must be the folders under Sources, Benchmarks, Fuzzing and Checks in which there is code, and the first
/// ones under Tests and Examples; but not `include`, which each C module has. A folder at the top of the map needs no
/// text if folders inside it are listed. Folders inside a folder whose text is a page, such as `Benchmarks/README.md`,
/// need no lines: the page tells of them.
enum FolderMap {
    private struct Entry {
        let path: String
        let line: Int
        let indentation: Int
        var hasText: Bool
        var isToldInPage = false
        var hasChild = false
    }

    static func faults(in page: MarkdownPage, _ tree: FileTree) -> [Fault] {
        let blocks = page.blocks.filter { block in block.lines.contains { $0.text.hasPrefix("Sources/") } }
        guard let map = blocks.first else {
            let message = "there is no map of the folders: a block of code with a line that begins with Sources/"
            return [Fault(page.path, message)]
        }
        let entries = read(map)
        var found: [Fault] = []
        var listed: [String: Int] = [:]
        for entry in entries {
            let name = entry.path.hasSuffix("/") ? String(entry.path.dropLast()) : entry.path
            if let line = listed[name] {
                found.append(Fault(page.path, entry.line, "\(name) is in line \(line) of the map already; delete one"))
                continue
            }
            listed[name] = entry.line
            if !(entry.path.hasSuffix("/") ? tree.folders : tree.files).contains(name) {
                found.append(Fault(page.path, entry.line, "the map lists \(entry.path), which is not there; delete it"))
            } else if !entry.hasText, entry.indentation > 0 || !entry.hasChild {
                found.append(Fault(page.path, entry.line, "the map does not say what is in \(entry.path); say it"))
            }
        }
        let told = entries.filter(\.isToldInPage).map(\.path)
        for folder in required(tree).subtracting(listed.keys) where !told.contains(where: folder.hasPrefix) {
            found.append(Fault(page.path, map.firstLine, "the map does not list \(folder)/; add a line for it"))
        }
        return found
    }

    private static func read(_ block: MarkdownPage.CodeBlock) -> [Entry] {
        var entries: [Entry] = []
        // The entries around the present line.
        var around: [Int] = []
        for (number, text) in block.lines {
            let words = text.drop { $0 == " " }
            guard let name = words.split(separator: " ").first else { continue }
            let indentation = text.count - words.count
            if let last = entries.last, indentation > last.indentation + 2 {
                entries[entries.count - 1].hasText = true
                continue
            }
            while let last = around.last, entries[last].indentation >= indentation { around.removeLast() }
            if let parent = around.last { entries[parent].hasChild = true }
            let path = (around.last.map { entries[$0].path } ?? "") + name
            around.append(entries.count)
            entries.append(
                Entry(
                    path: path,
                    line: number,
                    indentation: indentation,
                    hasText: words.count > name.count + 1,
                    isToldInPage: name.hasSuffix("/") && words.hasSuffix(".md")
                )
            )
        }
        return entries
    }

    private static func required(_ tree: FileTree) -> Set<String> {
        var folders: Set<String> = []
        for file in tree.files where [".swift", ".c", ".h", ".modulemap"].contains(where: file.hasSuffix) {
            let parts = file.split(separator: "/").dropLast()
            guard parts.count >= 2 else { continue }
            switch parts[0] {
            case "Sources", "Benchmarks", "Fuzzing", "Checks":
                for depth in 2...parts.count where parts[depth - 1] != "include" {
                    folders.insert(parts[..<depth].joined(separator: "/"))
                }
            case "Tests", "Examples":
                folders.insert(parts[..<2].joined(separator: "/"))
            default:
                break
            }
        }
        return folders
    }
}
