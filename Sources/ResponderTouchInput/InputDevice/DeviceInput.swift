internal import ResponderEventLoop

/// The decoder of an open input device, with what the device itself is told of.
struct DeviceInput: DeviceDecoder {
    var decoder: InputDecoder
    /// Collects the texts of a barcode scanner, whose presses are sent nowhere else; nil for other devices.
    private var collector: ScanCollector?
    private var texts: [String] = []
    private let repeatsKeys: Bool
    /// The key that a timer repeats.
    private var repeatedKey: UInt16?

    init(_ decoder: InputDecoder, isScanner: Bool, repeatsKeys: Bool) {
        self.decoder = decoder
        collector = isScanner ? ScanCollector() : nil
        self.repeatsKeys = repeatsKeys
    }

    var needsState: Bool { decoder.needsState }

    var hasNotice: Bool { !texts.isEmpty || repeatsKeys && repeatedKey != decoder.keyboard.repeatingKey }

    /// The texts that were scanned since the last call.
    mutating func takeTexts() -> [String] {
        defer { texts = [] }
        return texts
    }

    /// Whether another key than before is to be repeated; true once for each change.
    mutating func takeRepeatChange() -> Bool {
        guard repeatsKeys, repeatedKey != decoder.keyboard.repeatingKey else { return false }
        repeatedKey = decoder.keyboard.repeatingKey
        return true
    }

    var isRepeating: Bool { repeatedKey != nil }

    mutating func decode(_ event: EvdevEvent, to sender: TouchPort.Sender) {
        send(to: sender) { decoder, emit in decoder.decode(event, emit) }
    }

    mutating func resynchronize(with state: EvdevState?, at time: MainRunLoop.Instant, to sender: TouchPort.Sender) {
        send(to: sender) { decoder, emit in decoder.resynchronize(with: state, at: time, emit) }
    }

    mutating func finish(at time: MainRunLoop.Instant, to sender: TouchPort.Sender) {
        send(to: sender) { decoder, emit in decoder.finish(at: time, emit) }
    }

    /// Repeats the key that is held.
    mutating func repeatKey(at time: MainRunLoop.Instant, to sender: TouchPort.Sender) {
        send(to: sender) { decoder, emit in decoder.keyboard.repeatKey(at: time) { emit(.press($0)) } }
    }

    private mutating func send(
        to sender: TouchPort.Sender,
        _ body: (inout InputDecoder, (InputSample) -> Void) -> Void
    ) {
        // Taken out of the struct, since the closure cannot use the struct while its decoder changes; not copied, since
        // a copy of a scan's text for each character would be quadratic.
        var (collector, texts) = (collector.take(), texts)
        body(&decoder) { sample in
            switch sample {
            case .contact(let contact, let time): sender.send(contact, at: time)
            case .wheel(let frame): sender.send(frame)
            case .press(let frame):
                if collector == nil {
                    sender.send(frame)
                } else if let text = collector?.add(frame) {
                    texts.append(text)
                }
            }
        }
        self.collector = collector
        if collector != nil { self.texts = texts }
    }
}
