/// What keeps the frames that the receiver of a port takes, for a recording, or gives the receiver the frames of a
/// recording.
///
/// A reception is a call of the port's receiver, which takes any number of frames. How many it takes depends on time
/// and on other threads, so a recording keeps which frames each reception took.
@MainActor
package protocol TouchPortTape: AnyObject {
    /// Whether the tape gives frames; otherwise it keeps them.
    var isPlaying: Bool { get }
    /// Whether the recording goes on with a reception; false for a tape that keeps frames.
    var hasFrames: Bool { get }
    /// Whether display links are about to be called, for which the port is served a second time in a turn.
    var isBeforeLinks: Bool { get set }
    /// Whether touches that have moved may move again in the reception that is played.
    var mayMoveAgain: Bool { get }

    /// Keeps a frame that the receiver is about to take.
    func keep(_ frame: TouchPortFrame)
    /// Keeps whether touches that have moved may move again in the reception that begins, and returns it.
    func keep(mayMoveAgain: Bool) -> Bool
    /// Keeps an update of an estimate that is about to be received.
    func keep(_ update: TouchContact, from sender: UInt64)
    /// Plays what the recording goes on with, as far as it is frames.
    func play()
}
