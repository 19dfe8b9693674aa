@testable import RepositoryChecks

/// What a check says of virtual files, a line a fault.
func said(by check: any Check, of files: [String: String]) -> [String] {
    faults(of: [check], in: files.sorted { $0.key < $1.key }.map { RepositoryFile($0.key, $0.value) })
        .map(\.description)
}
