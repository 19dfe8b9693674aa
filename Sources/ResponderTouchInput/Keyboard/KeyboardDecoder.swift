public import ResponderEventLoop

/// Turns the events of a keyboard, of buttons or of a barcode scanner into frames of presses.
///
/// Events go in one by one; each event of a key makes one frame at most. The frame's usage names the key's place
/// (``HIDUsage``), and the ``keyMap`` gives the characters.
///
/// Promises for every input, including a malformed one:
/// - Each press has one began, then any number of changed, then exactly one of ended and cancelled (cancelled by
///   ``finish(at:)`` where the input stops early).
/// - The keyboard's own repetition of a key makes ``PressFrame/Phase/changed`` with ``PressFrame/isRepeat``.
/// - Two keys with the same usage are one press, from the first that goes down to the last that goes up.
/// - A key that was already down when decoding began (``start(from:)``) makes no frame until it goes down again; if it
///   is a modifier, it counts as held.
/// - A code without a usage on the pages of keyboards, buttons and consumer controls is counted
///   (``Statistics/unknownKeys``) and makes no frame.
///
/// Caps lock changes each time its key goes down, and follows the keyboard's light where the device reports that.
///
/// After a `SYN_DROPPED` the events up to and including the next `SYN_REPORT` are ignored. Where there is a device to
/// ask (``asksForState``), its answer decides which presses go on: see ``resynchronize(with:at:)``. Otherwise all
/// presses are cancelled, and a key that stays down makes no frame until it goes down again.
///
/// - Complexity: O(keys that are down) per event of a key, and that of the key map; O(1) for other events.
public struct KeyboardDecoder: Sendable {
    /// A key that is down.
    private struct Key {
        let code: UInt16
        let usage: HIDUsage
        var characters = ""
        var charactersIgnoringModifiers = ""
        /// Whether the key makes no frames: it was down before decoding began, or another key has its press.
        var isSilent: Bool

        /// Goes on with the press of `key`, which has the same usage.
        mutating func takeOver(_ key: Key) {
            isSilent = false
            characters = key.characters
            charactersIgnoringModifiers = key.charactersIgnoringModifiers
        }
    }

    /// The decoder's counts so far.
    public private(set) var statistics = Statistics()
    /// The layout, which gives the characters.
    public var keyMap: any KeyMap
    /// Whether the caller can ask the device for its state after a loss of events; false at first.
    public var asksForState = false
    /// Whether the caller should ask the device for its state now and pass the answer to ``resynchronize(with:at:)``
    /// before the next event.
    public private(set) var needsState = false
    /// Whether caps lock is on.
    public var isCapsLockOn = false

    /// The keys that are down, in the order in which they went down.
    private var down: [Key] = []
    /// The modifier keys that are held, a bit each, from left control (0xe0) on.
    private var heldModifiers: UInt8 = 0
    /// The key that a timer would repeat: the last that went down, if that key is still down and is no modifier.
    private var lastKey: UInt16?
    private var isSkipping = false
    /// Whether events were lost and nothing said which keys are down: then a key may go up without having gone down.
    private var hasUnknownKeys = false

    /// A decoder of a keyboard with this layout.
    ///
    /// - Complexity: O(1); no allocation but for a key map that does not fit into three words.
    public init(keyMap: any KeyMap = USKeyMap()) {
        self.keyMap = keyMap
    }

    /// The keys and buttons that are down and whose presses have begun, in the order in which they went down.
    ///
    /// - Complexity: O(keys that are down); allocates the array.
    public var liveUsages: [HIDUsage] { down.filter { !$0.isSilent }.map(\.usage) }

    /// The modifiers that are held, and caps lock.
    ///
    /// - Complexity: O(1); no allocation.
    public var modifiers: KeyModifiers {
        var modifiers: KeyModifiers = isCapsLockOn ? .alphaShift : []
        for (bit, modifier) in [KeyModifiers.control, .shift, .alternate, .command].enumerated()
        where heldModifiers & 0x11 << UInt8(bit) != 0 {
            modifiers.insert(modifier)
        }
        return modifiers
    }

    /// Takes over the keys that the device reported as down when it was opened.
    ///
    /// - Complexity: O(keys of the state²), at most 768 keys; allocates the list of keys.
    public mutating func start(from state: EvdevState) {
        for code in state.keys.sorted() {
            guard let usage = KeyUsages.usage(of: code), !down.contains(where: { $0.code == code }) else { continue }
            down.append(Key(code: code, usage: usage, isSilent: true))
            hold(usage, true)
        }
    }

    /// Takes the next event; returns the frames that the event makes: one for a key, several where events were lost.
    ///
    /// The frames' time is the event's.
    ///
    /// - Complexity: as described at the type; allocates the array where there are frames.
    public mutating func decode(_ event: EvdevEvent) -> [PressFrame] {
        collect { decoder, emit in decoder.decode(event, emit) }
    }

    /// Cancels the presses that go on, because the input ends at `time`.
    ///
    /// The decoder can go on with later events of the same device; a key that is still down makes no frame until it
    /// goes down again.
    ///
    /// - Complexity: O(keys that are down); allocates the array where there are frames.
    public mutating func finish(at time: MainRunLoop.Instant) -> [PressFrame] {
        collect { decoder, emit in decoder.finish(at: time, emit) }
    }

    /// Takes over the state that the device reported because ``needsState`` was true.
    ///
    /// The press of a key that is up now has ended, a key that is down now has begun, and other presses go on. Where
    /// the device did not answer, all presses are cancelled.
    ///
    /// - Complexity: O(keys that are down · keys of the state); allocates the array where there are frames.
    public mutating func resynchronize(with state: EvdevState?, at time: MainRunLoop.Instant) -> [PressFrame] {
        collect { decoder, emit in decoder.resynchronize(with: state, at: time, emit) }
    }

    private mutating func collect(
        _ body: (inout KeyboardDecoder, (PressFrame) -> Void) -> Void
    ) -> [PressFrame] {
        var frames: [PressFrame] = []
        body(&self) { frames.append($0) }
        return frames
    }
}

// The same without arrays.
extension KeyboardDecoder {
    package mutating func decode(_ event: EvdevEvent, _ emit: (PressFrame) -> Void) {
        statistics.events += 1
        switch (event.type, event.code) {
        case (EvdevCodes.key, _) where !isSkipping:
            receive(event, emit)
        case (EvdevCodes.light, EvdevCodes.capsLockLight) where !isSkipping:
            isCapsLockOn = event.value != 0
        case (EvdevCodes.synchronization, EvdevCodes.dropped):
            statistics.droppedResyncs += 1
            if !asksForState { finish(at: event.time, emit) }
            isSkipping = true
        case (EvdevCodes.synchronization, EvdevCodes.report) where isSkipping:
            isSkipping = false
            needsState = asksForState
        default:
            break
        }
    }

    package mutating func finish(at time: MainRunLoop.Instant, _ emit: (PressFrame) -> Void) {
        let keys = down
        down.removeAll(keepingCapacity: true)
        heldModifiers = 0
        lastKey = nil
        hasUnknownKeys = true
        isSkipping = false
        needsState = false
        for key in keys where !key.isSilent { emit(frame(key, .cancelled, at: time)) }
    }

    package mutating func resynchronize(
        with state: EvdevState?,
        at time: MainRunLoop.Instant,
        _ emit: (PressFrame) -> Void
    ) {
        needsState = false
        guard let state else { return finish(at: time, emit) }
        hasUnknownKeys = false
        for code in down.map(\.code) where !state.keys.contains(code) { keyWentUp(code, at: time, emit) }
        let former = Set(down.map(\.code))
        for code in state.keys.sorted() where !former.contains(code) { keyWentDown(code, at: time, emit) }
    }

    /// Repeats the key that went down last and is still held, for a keyboard that repeats none.
    package mutating func repeatKey(at time: MainRunLoop.Instant, _ emit: (PressFrame) -> Void) {
        if let lastKey { repeatKey(lastKey, at: time, emit) }
    }

    /// The code of the key that ``repeatKey(at:_:)`` would repeat.
    package var repeatingKey: UInt16? { lastKey }

    // MARK: Keys

    private mutating func receive(_ event: EvdevEvent, _ emit: (PressFrame) -> Void) {
        switch event.value {
        case 0: keyWentUp(event.code, at: event.time, emit)
        case 1: keyWentDown(event.code, at: event.time, emit)
        case 2: repeatKey(event.code, at: event.time, emit)
        default: statistics.malformedEvents += 1
        }
    }

    private mutating func keyWentDown(_ code: UInt16, at time: MainRunLoop.Instant, _ emit: (PressFrame) -> Void) {
        guard let usage = KeyUsages.usage(of: code) else {
            statistics.unknownKeys += 1
            return
        }
        guard !down.contains(where: { $0.code == code }) else {
            statistics.malformedEvents += 1
            return
        }
        hold(usage, true)
        if usage == .keyboardCapsLock { isCapsLockOn.toggle() }
        var key = Key(code: code, usage: usage, isSilent: down.contains { $0.usage == usage })
        lastKey = usage.isModifier || key.isSilent ? nil : code
        if !key.isSilent {
            key = typed(key)
            statistics.presses += 1
            emit(frame(key, .began, at: time))
        }
        down.append(key)
    }

    private mutating func keyWentUp(_ code: UInt16, at time: MainRunLoop.Instant, _ emit: (PressFrame) -> Void) {
        guard let index = down.firstIndex(where: { $0.code == code }) else {
            return noteUnheld(code)
        }
        let key = down.remove(at: index)
        if lastKey == code { lastKey = nil }
        if let other = down.firstIndex(where: { $0.usage == key.usage }) {
            // The press goes on with the other key.
            if !key.isSilent { down[other].takeOver(key) }
            return
        }
        hold(key.usage, false)
        if !key.isSilent { emit(frame(key, .ended, at: time)) }
    }

    private mutating func repeatKey(_ code: UInt16, at time: MainRunLoop.Instant, _ emit: (PressFrame) -> Void) {
        guard let index = down.firstIndex(where: { $0.code == code }) else { return noteUnheld(code) }
        guard !down[index].isSilent else { return }
        statistics.repeats += 1
        down[index] = typed(down[index])
        var frame = frame(down[index], .changed, at: time)
        frame.isRepeat = true
        emit(frame)
    }

    /// Counts an event of a key that is not down, unless a loss explains it.
    private mutating func noteUnheld(_ code: UInt16) {
        if !hasUnknownKeys, KeyUsages.usage(of: code) != nil { statistics.malformedEvents += 1 }
    }

    private mutating func hold(_ usage: HIDUsage, _ isHeld: Bool) {
        guard usage.isModifier else { return }
        let bit: UInt8 = 1 << UInt8(usage.identifier - HIDUsage.keyboardLeftControl.identifier)
        if isHeld { heldModifiers |= bit } else { heldModifiers &= ~bit }
    }

    /// The key with the characters that the key map says it types now.
    private mutating func typed(_ key: Key) -> Key {
        var key = key
        let modifiers = modifiers(of: key.usage)
        key.characters = keyMap.characters(for: key.usage, modifiers: modifiers)
        key.charactersIgnoringModifiers = keyMap.charactersIgnoringModifiers(
            for: key.usage,
            isShifted: modifiers.contains(.shift)
        )
        return key
    }

    private func modifiers(of usage: HIDUsage) -> KeyModifiers {
        usage.isOfNumericPad ? modifiers.union(.numericPad) : modifiers
    }

    private func frame(_ key: Key, _ phase: PressFrame.Phase, at time: MainRunLoop.Instant) -> PressFrame {
        PressFrame(
            time: time,
            usage: key.usage,
            phase: phase,
            characters: key.characters,
            charactersIgnoringModifiers: key.charactersIgnoringModifiers,
            modifiers: modifiers(of: key.usage)
        )
    }
}
