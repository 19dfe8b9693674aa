import ResponderKit
import TestSupport

/// A recording, and what the recognisers of a bench found in it.
struct RecordedHand {
    let name: String
    let frames: [TouchFrame]
    let notes: [GestureNote]
    /// Whether the recognisers were possible and without touches in the end.
    let isAtRest: Bool

    /// Every recording, played once for all tests.
    @MainActor
    static func all() throws -> [RecordedHand] { try played.get() }

    @MainActor private static let played = Result {
        try TouchData.allFrames(size: RecognizerBench.screen).map { name, frames in
            let bench = try RecognizerBench()
            bench.play(frames)
            return RecordedHand(name: name, frames: frames, notes: bench.notes, isAtRest: bench.isAtRest)
        }
    }
}
