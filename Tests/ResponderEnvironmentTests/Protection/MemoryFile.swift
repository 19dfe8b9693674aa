import Synchronization

@testable import ResponderEnvironment

/// A file in memory, whose writes fail as a test says.
final class MemoryFile: RawFile {
    enum Failure: Hashable {
        case never
        /// The process is killed when so many bytes were written: later writes write nothing.
        case killed(after: Int)
        /// The disk is full for half of the write of that number, counted from 0; and has space again afterwards.
        case full(write: Int)
    }

    fileprivate struct State {
        var bytes: [UInt8]
        var failure: Failure
        var written = 0
        var writes = 0
    }

    private let state: Mutex<State>

    init(_ bytes: [UInt8] = [], failing failure: Failure = .never) {
        state = Mutex(State(bytes: bytes, failure: failure))
    }

    var bytes: [UInt8] { state.withLock { $0.bytes } }
    /// How many bytes were written so far, and in how many calls; a change of the size counts as a byte.
    var written: (bytes: Int, calls: Int) { state.withLock { ($0.written, $0.writes) } }

    func isLinked(_ path: String) throws(FileError) -> Bool { true }

    func read(_ count: Int, at offset: Int, of path: String) throws(FileError) -> [UInt8] {
        state.withLock { Array($0.bytes.dropFirst(offset).prefix(count)) }
    }

    func write(_ bytes: [UInt8], at offset: Int, of path: String) throws(FileError) {
        let isDone = state.withLock { state in
            let count = state.allowed(bytes.count)
            let missing = offset + count - state.bytes.count
            guard count > 0 else { return bytes.isEmpty }
            if missing > 0 { state.bytes += [UInt8](repeating: 0, count: missing) }
            state.bytes.withUnsafeMutableBytes { target in
                bytes.withUnsafeBytes { target[offset...].copyBytes(from: $0.prefix(count)) }
            }
            return count == bytes.count
        }
        if !isDone { throw .full(path) }
    }

    func resize(to count: Int, of path: String) throws(FileError) {
        let isDone = state.withLock { state in
            guard state.allowed(1) == 1 else { return false }
            let missing = count - state.bytes.count
            if missing > 0 {
                state.bytes += [UInt8](repeating: 0, count: missing)
            } else {
                state.bytes.removeLast(-missing)
            }
            return true
        }
        if !isDone { throw .full(path) }
    }

    func size(of path: String) throws(FileError) -> Int { bytes.count }
    func room(of path: String) throws(FileError) -> Int? { nil }
    func sync(_ path: String) throws(FileError) {}
    func lock(alone: Bool, of path: String) throws(FileError) {}
    func unlock() {}
}

extension MemoryFile.State {
    /// How many of the bytes are written.
    fileprivate mutating func allowed(_ count: Int) -> Int {
        let number = writes
        writes += 1
        let allowed =
            switch failure {
            case .never: count
            case .killed(let after): min(count, max(0, after - written))
            case .full(let write): number == write ? count / 2 : count
            }
        written += allowed
        return allowed
    }
}
