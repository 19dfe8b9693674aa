package import ResponderTouchInput

/// The touch frames of a recording, each decoded on demand, since frames take many times as much memory as their
/// events.
package struct RecordedFrames: Sequence {
    fileprivate let events: [EvdevEvent]
    fileprivate let decoder: EvdevDecoder
    /// Whether a last frame cancels the contacts that the recording leaves down.
    package var cancelsAtEnd = true

    fileprivate init(events: [EvdevEvent], decoder: EvdevDecoder) {
        self.events = events
        self.decoder = decoder
    }

    package func makeIterator() -> Iterator { Iterator(self) }

    package struct Iterator: IteratorProtocol {
        private let events: [EvdevEvent]
        private var decoder: EvdevDecoder
        private var position = 0
        private var isFinished: Bool

        fileprivate init(_ frames: RecordedFrames) {
            (events, decoder) = (frames.events, frames.decoder)
            isFinished = !frames.cancelsAtEnd
        }

        /// The decoder's counts so far.
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
    /// The same touch frames that ``decoded(size:)`` returns.
    package func frames(size: Size) throws(EvdevDecoder.Error) -> RecordedFrames {
        RecordedFrames(events: events, decoder: try decoder(size: size))
    }
}
