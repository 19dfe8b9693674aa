/// Why a peer has no rows.
struct PeerError: Error, CustomStringConvertible, Equatable {
    /// The program's name in the folder of the peers.
    let peer: String
    let what: String

    var description: String { "peer \(peer): \(what)" }
}
