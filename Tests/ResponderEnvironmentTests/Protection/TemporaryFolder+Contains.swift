import Foundation
import TestSupport

extension TemporaryFolder {
    /// Whether any file below has the bytes.
    func contains(_ bytes: [UInt8]) throws -> Bool {
        guard let names = FileManager.default.enumerator(atPath: path) else { return false }
        for case let name as String in names {
            guard let data = FileManager.default.contents(atPath: "\(path)/\(name)") else { continue }
            if data.range(of: Data(bytes)) != nil { return true }
        }
        return false
    }
}
