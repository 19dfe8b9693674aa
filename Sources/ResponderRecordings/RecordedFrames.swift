package import ResponderTouchInput

/// The touch frames of a recording, each decoded when it is asked for: many times as large as their events, they are
/// not held.
package struct RecordedFrames: Sequence {
    fileprivate let events: [EvdevEvent]
    fileprivate let decoder: EvdevDecoder

    package func makeIterator() -> Iterator { Iterator(self) }

    package struct Iterator: IteratorProtocol {
        private let events: [EvdevEvent]
        private var decoder: EvdevDecoder
        private var position = 0
        private var isFinished = false

        fileprivate init(_ frames: RecordedFrames) {
            (events, decoder) = (frames.events, frames.decoder)
        }

        /// What the decoder has counted so far.
        package var statistics: EvdevDecoder.Statistics { decoder.statistics }

        package mutating func next() -> TouchFrame? {
            while position < events.count {
                position += 1
                if let frame = decoder.decode(events[position - 1]) { return frame }
            }
            guard !isFinished, let last = events.last else { return nil }
            isFinished = true
            return decoder.finish(at: last.time)
        }
    }
}

extension EvdevRecording {
    /// The touch frames of the recording, as of ``decoded(size:)``.
    package func frames(size: Size) throws(EvdevDecoder.Error) -> RecordedFrames {
        RecordedFrames(events: events, decoder: try decoder(size: size))
    }
}
