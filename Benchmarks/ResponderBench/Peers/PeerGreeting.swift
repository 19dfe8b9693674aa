import ResponderSupport

/// What a peer says of itself when it starts.
struct PeerGreeting: Equatable {
    /// The version of the protocol, which Peers/Protocol/include/peer.h describes.
    static let protocolVersion = "1"

    /// The library, and its version.
    let subject: Subject
    let version: String
    /// The workloads in which the peer takes part.
    let workloads: Set<String>

    /// - Parameters:
    ///   - known: The names of all workloads.
    ///   - readLine: The next line of the peer.
    /// - Throws: ``PeerNonsense``, and what `readLine` throws.
    init(known: Set<String>, readLine: () throws -> String) throws {
        let first = try readLine()
        let parts = first.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts[0] == "peer" else {
            throw PeerNonsense(
                "it greets with \(first.quotedInOneLine()), not with the version of the protocol and its name"
            )
        }
        guard parts[1] == Self.protocolVersion else {
            throw PeerNonsense(
                "it speaks version \(parts[1].quotedInOneLine()) of the protocol, and responder-bench "
                    + "\(Self.protocolVersion): `make bench-peers` builds it anew"
            )
        }
        guard let subject = Subject(rawValue: parts[2]), Peers.subjects.contains(subject) else {
            let names = Peers.subjects.map(\.rawValue).joined(separator: ", ")
            throw PeerNonsense("it calls itself \(parts[2].quotedInOneLine()), and peers are \(names)")
        }
        (self.subject, version) = (subject, parts[3])
        var workloads: Set<String> = []
        while true {
            let line = try readLine()
            if line == "ready" { break }
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, parts[0] == "job" else {
                throw PeerNonsense("its greeting has the line \(line.quotedInOneLine()), which is no job")
            }
            guard known.contains(parts[1]) else {
                throw PeerNonsense(
                    "it takes part in \(parts[1].quotedInOneLine()), which is no workload; --list names them"
                )
            }
            workloads.insert(parts[1])
        }
        self.workloads = workloads
    }
}

/// What a peer said, if that makes no sense.
struct PeerNonsense: Error {
    let what: String

    init(_ what: String) {
        self.what = what
    }
}
