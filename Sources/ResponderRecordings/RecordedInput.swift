internal import ResponderEventLoop
public import ResponderTouchInput

/// The frames of a recording of any device: of its contacts, its keys, its pointer and its wheel, in order.
///
/// Each frame is decoded on demand, since frames take many times as much memory as their events.
public struct RecordedInput: Sequence, Sendable {
    fileprivate let events: [EvdevEvent]
    fileprivate let panel: EvdevDecoder?
    fileprivate let input: InputDecoder
    /// Whether last frames cancel what the recording leaves down.
    package var cancelsAtEnd = true

    fileprivate init(events: [EvdevEvent], panel: EvdevDecoder?, input: InputDecoder) {
        self.events = events
        self.panel = panel
        self.input = input
    }

    /// An iterator over the frames; what is down at the end is cancelled by last frames, at the time of the last event.
    ///
    /// - Complexity: O(1); no allocation.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// Decodes the events as the frames are asked for.
    public struct Iterator: IteratorProtocol {
        private let events: [EvdevEvent]
        private var panel: EvdevDecoder?
        private var input: InputDecoder
        private var position = 0
        private var isFinished: Bool
        /// The frames of the last event that were not returned yet, the last first.
        private var waiting: [InputFrame] = []

        fileprivate init(_ recorded: RecordedInput) {
            (events, panel, input) = (recorded.events, recorded.panel, recorded.input)
            isFinished = !recorded.cancelsAtEnd
        }

        /// The counts of the decoder of contacts so far; all zero for a device without a position.
        ///
        /// - Complexity: O(1); no allocation.
        public var statistics: EvdevDecoder.Statistics { panel?.statistics ?? EvdevDecoder.Statistics() }

        /// The next frame.
        ///
        /// - Complexity: that of decoding the events up to the frame's last; allocates the frame's array.
        public mutating func next() -> InputFrame? {
            while waiting.isEmpty {
                if position < events.count {
                    position += 1
                    decode(events[position - 1])
                } else {
                    guard !isFinished, let last = events.last else { return nil }
                    isFinished = true
                    finish(at: last.time)
                }
            }
            return waiting.removeLast()
        }

        private mutating func decode(_ event: EvdevEvent) {
            var frames: [InputFrame] = []
            if let frame = panel?.decode(event) { frames.append(.touch(frame)) }
            // On a panel, the buttons of a mouse are the contact.
            let isContact =
                panel != nil && event.type == EvdevCodes.key
                && EvdevCodes.buttonLeft...EvdevCodes.buttonTask ~= event.code
            if !isContact { input.decode(event) { frames.append($0.frame) } }
            if !frames.isEmpty { waiting = frames.reversed() }
        }

        private mutating func finish(at time: MainRunLoop.Instant) {
            var frames: [InputFrame] = []
            if let frame = panel?.finish(at: time) { frames.append(.touch(frame)) }
            input.finish(at: time) { frames.append($0.frame) }
            waiting = frames.reversed()
        }
    }
}

extension EvdevRecording {
    /// The frames of the recording's contacts, keys, pointer and wheel, on a screen of `size` points.
    ///
    /// - Throws: An error of `EvdevDecoder` when the axes of a device with a position, or the size, are unusable.
    /// - Complexity: O(slots of the device); allocates their array.
    public func input(
        size: Size,
        keyMap: any KeyMap = USKeyMap()
    ) throws(EvdevDecoder.Error) -> RecordedInput {
        let device = device
        var panel: EvdevDecoder?
        do throws(EvdevDecoder.Error) {
            panel = try decoder(size: size)
        } catch {
            // A keyboard or a mouse needs no position.
            guard case .noPositionAxes = error, device.reasonForNoInputDevice == nil else { throw error }
        }
        let pointer = PointerMapping(size: size)
        return RecordedInput(
            events: events,
            panel: panel,
            input: InputDecoder(
                keyboard: KeyboardDecoder(keyMap: keyMap),
                mouse: panel == nil && device.isMouse ? try MouseDecoder(mapping: pointer) : nil
            )
        )
    }
}
