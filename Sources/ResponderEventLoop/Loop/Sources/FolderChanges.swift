extension MainRunLoop {
    /// What has happened in a folder since its source performed last.
    ///
    /// - Complexity: O(1) without allocation, for each member.
    public struct FolderChanges: Hashable, Sendable {
        /// The kinds of a file's changes.
        public struct Kinds: OptionSet, Hashable, Sendable {
            /// The bits, as `responder_event_loop.h` defines them.
            public let rawValue: UInt32

            /// The kinds with these bits.
            ///
            /// - Complexity: O(1); no allocation.
            public init(rawValue: UInt32) {
                self.rawValue = rawValue
            }

            /// The file or folder was made; a file may still be empty.
            public static let created = Kinds(rawValue: 1)
            /// Something was written into the file, or its length was set.
            public static let modified = Kinds(rawValue: 2)
            /// The file was closed by somebody who had opened it for writing.
            public static let written = Kinds(rawValue: 4)
            /// The file was moved to another name or folder.
            public static let movedAway = Kinds(rawValue: 8)
            /// A file was moved to this name, as `rename(2)` does for an atomic write.
            public static let movedHere = Kinds(rawValue: 16)
            /// The file was removed from the folder.
            public static let removed = Kinds(rawValue: 32)

            /// All kinds but ``modified``, which comes with each write.
            public static let usual: Kinds = [.created, .written, .movedAway, .movedHere, .removed]
            static let all: Kinds = [.usual, .modified]
        }

        /// The changes of one name.
        public struct Change: Hashable, Sendable {
            /// The name in the folder; bytes that are not UTF-8 are replaced by U+FFFD.
            ///
            /// Escape it in a message: a name may have line breaks and control characters.
            public let name: String
            /// All that has happened, in any order and number: look at the file for its present state.
            public internal(set) var kinds: Kinds
        }

        /// The changes, one of each name, in the order of the first change of each.
        public internal(set) var changes: [Change] = []
        /// Whether the system has dropped changes, since too many came before a turn: read the folder anew.
        public internal(set) var hasLostChanges = false
        /// Whether the folder was removed, moved or unmounted; then the source has ended.
        public internal(set) var isFolderGone = false
    }
}
