import Glibc
import RepositoryChecks

/// Reads what `make lint` checks in the text of sources and pages.
@main
struct RepositoryChecksCommand {
    private static let help = """
        usage: repository-checks CHECK…
               repository-checks snippets FOLDER [FILE…]

        Checks the files that git tracks or does not ignore; runs in the top folder of the repository.

          docs      lines of code have 120 columns at most, and public functions document their complexity
          rules     docs/Rules.md lists the rules that are cited, with the departures from them
          pages     the map of folders, names in code voice, sizes and links of pages are right
          titles    the titles of tests are sentences, and the tests of XCTest are listed
          snippets  writes the Swift examples of the pages (README.md, docs and the guides) into a folder
        """

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.isEmpty || arguments.contains("--help") {
            print(help)
            return
        }
        do {
            let found = arguments.first == "snippets" ? try snippets(arguments.dropFirst()) : try checks(arguments)
            report(found.map(\.description))
            if !found.isEmpty { exit(1) }
        } catch {
            report(["error: \(error)"])
            exit(1)
        }
    }

    private static func checks(_ names: ArraySlice<String>) throws -> [Fault] {
        let checks = try names.map { name -> any Check in
            switch name {
            case "docs": return DocumentationCheck()
            case "rules": return RulesCheck()
            case "pages": return PagesCheck()
            case "titles": return TitlesCheck()
            default: throw ToolError(description: "\(name) is no check; repository-checks --help lists them")
            }
        }
        return faults(of: checks, in: try Repository.files())
    }

    /// Writes the examples, and prints how many blocks, examples and exceptions there are.
    private static func snippets(_ arguments: ArraySlice<String>) throws -> [Fault] {
        guard let folder = arguments.first else {
            throw ToolError(description: "snippets takes the folder that the examples are written into")
        }
        let names = arguments.dropFirst()
        var pages = try names.map { name in
            guard let page = try Repository.file(name) else { throw ToolError(description: "\(name) is not there") }
            return page
        }
        if names.isEmpty {
            pages = try Repository.files().filter { file in
                let isPage = ["docs/", "Sources/"].contains(where: file.path.hasPrefix) && file.path.hasSuffix(".md")
                return isPage || file.path == "README.md"
            }
        }
        let snippets = Snippets(pages)
        guard !snippets.examples.isEmpty || !snippets.faults.isEmpty else {
            throw ToolError(description: "no example was found in \(pages.map(\.path).joined(separator: " "))")
        }
        for (index, text) in snippets.examples.enumerated() {
            let path = "\(folder)/Example\(index + 1).swift"
            guard let stream = fopen(path, "w") else { throw ToolError(description: "\(path) cannot be written") }
            let isWritten = fputs(text, stream) >= 0
            guard fclose(stream) == 0, isWritten else { throw ToolError(description: "\(path) cannot be written") }
        }
        print(
            "\(snippets.examples.count) examples in \(pages.count) files; of \(snippets.blocks) blocks "
                + "\(snippets.leftOut) say why they are not compiled."
        )
        return snippets.faults
    }

    /// Writes lines to the standard error.
    private static func report(_ lines: [String]) {
        var rest = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
