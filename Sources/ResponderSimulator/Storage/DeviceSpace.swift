internal import ResponderEnvironment
internal import Synchronization

/// The space on a device's storage: counts what apps have, and purges Caches and tmp of apps that do not run, where
/// space is short (rule S6).
///
/// Apps may write on any thread.
final class DeviceSpace: StorageSpace {
    /// An app whose files may be purged, and how much was.
    struct Purge {
        let app: String
        let bytes: Int
    }

    private struct Home {
        let app: String
        let folder: Folder
        /// Whether the app runs or is suspended (rule S6 says "not running").
        var isInUse = false
        /// When the app ended last, as a number; 0 before.
        var lastUse = 0
    }

    private struct State {
        var capacity: Int?
        /// How many bytes apps may have; less than the capacity where the storage is filled.
        var limit: Int?
        var used: Int
        var homes: [Int: Home] = [:]
        var uses = 0
        var purges: [Purge] = []
    }

    private let state: Mutex<State>

    init(capacity: Int?, used: Int) { state = Mutex(State(capacity: capacity, limit: capacity, used: used)) }

    /// How many bytes the storage has, and how many of them apps may have; nil for no limit.
    var capacity: Int? { state.withLock(\.capacity) }
    var limit: Int? { state.withLock(\.limit) }

    /// Notes that the files have been counted anew.
    func set(used: Int) { state.withLock { $0.used = used } }

    /// How many bytes the files of all apps have.
    var used: Int { state.withLock(\.used) }

    /// How many bytes are left; nil where there is no limit.
    var free: Int? { state.withLock { state in state.limit.map { max(0, $0 - state.used) } } }

    /// How many bytes are left, and how many there are; nil where there is no limit.
    var space: (free: Int, total: Int)? {
        state.withLock { state in
            state.limit.map { (max(0, $0 - state.used), state.capacity ?? $0) }
        }
    }

    // MARK: Homes

    /// - Parameter former: The number that the home had before an update; when its app ended last still counts.
    func add(_ home: AppHome, insteadOf former: Int? = nil) {
        let (app, number, folder) = (home.identifier, home.number, home.folder)
        state.withLock { state in
            var home = Home(app: app, folder: folder)
            if let former { home.lastUse = state.homes.removeValue(forKey: former)?.lastUse ?? 0 }
            state.homes[number] = home
        }
    }

    func remove(_ number: Int) {
        state.withLock { _ = $0.homes.removeValue(forKey: number) }
    }

    func set(_ number: Int, isInUse: Bool) {
        state.withLock { state in
            guard let home = state.homes[number], home.isInUse != isInUse else { return }
            state.homes[number]?.isInUse = isInUse
            if !isInUse {
                state.uses += 1
                state.homes[number]?.lastUse = state.uses
            }
        }
    }

    // MARK: Bytes

    /// Fills the storage until only `bytes` are left; nil takes the filler away.
    ///
    /// - Returns: How many bytes are left where these are fewer; nothing is changed then.
    func fill(leaving bytes: Int?) -> Int? {
        state.withLock { state in
            guard let bytes else {
                state.limit = state.capacity
                return nil
            }
            let limit = state.used.addingReportingOverflow(bytes)
            if let capacity = state.capacity, limit.overflow || limit.partialValue > capacity {
                return max(0, capacity - state.used)
            }
            state.limit = limit.overflow ? nil : limit.partialValue
            return nil
        }
    }

    func take(_ bytes: Int, for path: String) throws(FileError) {
        let isFull = state.withLock { state in
            if let limit = state.limit, !Self.fits(bytes, state.used, limit) {
                Self.purge(&state) { Self.fits(bytes, $0, limit) }
                if !Self.fits(bytes, state.used, limit) { return true }
            }
            state.used += bytes
            return false
        }
        if isFull { throw .full(path) }
    }

    func give(_ bytes: Int) { state.withLock { $0.used = max(0, $0.used - bytes) } }

    private static func fits(_ bytes: Int, _ used: Int, _ limit: Int) -> Bool {
        let sum = used.addingReportingOverflow(bytes)
        return !sum.overflow && sum.partialValue <= limit
    }

    /// The purges since the last call.
    func takePurges() -> [Purge] {
        state.withLock { state in
            guard !state.purges.isEmpty else { return [] }
            defer { state.purges = [] }
            return state.purges
        }
    }

    /// Purges apps, first the one that ended first, until `suffices` says that the bytes in use are few enough.
    private static func purge(_ state: inout State, until suffices: (Int) -> Bool) {
        let idle = state.homes.filter { !$0.value.isInUse }
        let order = idle.sorted { ($0.value.lastUse, $0.key) < ($1.value.lastUse, $1.key) }
        for (_, home) in order {
            // What cannot be removed stays, and counts.
            let bytes = Self.purged.reduce(0) { $0 + empty($1, in: home.folder) }
            guard bytes > 0 else { continue }
            state.used = max(0, state.used - bytes)
            state.purges.append(Purge(app: home.app, bytes: bytes))
            if suffices(state.used) { return }
        }
    }

    /// What may be purged.
    private static let purged = StandardDirectory.allCases.filter(\.isPurgeable).compactMap(\.path)

    /// Removes what a folder has; returns how many bytes the files had.
    private static func empty(_ path: HomePath, in home: Folder) -> Int {
        var removed = 0
        for name in (try? home.names(in: path)) ?? [] {
            let entry = HomePath(names: path.names + [name])
            let bytes = (try? home.usedSpace(entry)) ?? 0
            if (try? home.removeTree(entry)) != nil { removed += bytes }
        }
        return removed
    }
}
