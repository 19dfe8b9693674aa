public import ResponderTouchInput

/// A recording of one input device: the description of the device, and its events.
///
/// Two formats are read and recognised by their content: the format of the evemu tools, versions 1.0 to 1.3, and the
/// output of Android's getevent. ``text`` writes evemu's format, version 1.2.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct EvdevRecording: Hashable, Sendable {
    /// The device's name.
    public var name: String
    /// The kernel's numbers for the device.
    public var identity: InputDeviceDescription.Identity
    /// The absolute axes by code, for example `ABS_MT_POSITION_X` (0x35).
    public var axes: [UInt16: EvdevAxis]
    /// The input properties that are set, for example `INPUT_PROP_DIRECT` (1) for a screen.
    public var properties: Set<UInt16>
    /// The codes that the device can send, by event type; the codes of type 0 are the event types themselves.
    public var codes: [UInt16: Set<UInt16>]
    /// The events, in the order of their times.
    public var events: [EvdevEvent]

    /// A recording made of these parts.
    public init(
        name: String,
        identity: InputDeviceDescription.Identity = .init(),
        axes: [UInt16: EvdevAxis],
        properties: Set<UInt16> = [],
        codes: [UInt16: Set<UInt16>] = [:],
        events: [EvdevEvent]
    ) {
        self.name = name
        self.identity = identity
        self.axes = axes
        self.properties = properties
        self.codes = codes
        self.events = events
    }

    /// A recording of the device that `description` describes.
    ///
    /// - Complexity: O(axes of the device); allocates the sets of codes.
    public init(of description: InputDeviceDescription, events: [EvdevEvent]) {
        let (types, keys) = (EvdevCodes.self, description.keys)
        var codes = [
            types.synchronization: [types.synchronization, types.absolute], types.absolute: Set(description.axes.keys),
        ]
        for (type, found) in [(types.key, keys), (types.relative, description.relativeAxes)] where !found.isEmpty {
            codes[types.synchronization]?.insert(type)
            codes[type] = found
        }
        codes[types.synchronization]?.formUnion(description.types)
        self.init(
            name: description.name,
            identity: description.identity,
            axes: description.axes,
            properties: description.properties,
            codes: codes,
            events: events
        )
    }

    /// The description of the recorded device.
    public var device: InputDeviceDescription {
        InputDeviceDescription(
            name: name,
            identity: identity,
            axes: axes,
            keys: codes[EvdevCodes.key] ?? [],
            properties: properties,
            relativeAxes: codes[EvdevCodes.relative] ?? [],
            types: codes[EvdevCodes.synchronization] ?? []
        )
    }

    /// A decoder for the recorded device, whose whole surface is a screen of `size` points.
    ///
    /// - Complexity: O(slots of the device); allocates their array.
    public func decoder(size: Size) throws(EvdevDecoder.Error) -> EvdevDecoder {
        try EvdevDecoder(axes: axes, keys: codes[EvdevCodes.key] ?? [], size: size)
    }

    /// All touch frames of the recording, for a screen of `size` points, and the decoder's statistics.
    ///
    /// Contacts that are down at the end are cancelled in a last frame, at the time of the last event.
    ///
    /// - Complexity: linear in the number of events; allocates all frames.
    public func decoded(
        size: Size
    ) throws(EvdevDecoder.Error) -> (frames: [TouchFrame], statistics: EvdevDecoder.Statistics) {
        var (frames, next): ([TouchFrame], RecordedFrames.Iterator) = ([], try self.frames(size: size).makeIterator())
        while let frame = next.next() { frames.append(frame) }
        return (frames, next.statistics)
    }
}
