internal import ResponderTouchInput

/// The choice of the device to read from a recording of several devices.
package enum DeviceChoice {
    /// A device that may be chosen.
    package struct Candidate {
        /// The path of the device's node, for example `/dev/input/event2`; empty where the recording does not say.
        package let path: String
        package let recording: EvdevRecording

        package init(path: String, recording: EvdevRecording) {
            (self.path, self.recording) = (path, recording)
        }

        /// The device's title in a message.
        fileprivate var title: String {
            guard !path.isEmpty else { return recording.name.isEmpty ? "" : DeviceChoice.quoted(recording.name) }
            let path = RecordingError.quoted(Array(path.utf8)[...])
            return recording.name.isEmpty || recording.name == self.path
                ? path : "\(path) (\(recording.name.prefix(64)))"
        }
    }

    /// The most devices that a message names.
    private static let mostNames = 8

    /// The index of the chosen device.
    ///
    /// The choice is the device whose path or name is `name`. Where no name is given, the choice is the only touch
    /// panel or, without touch panels, the only device with axes for a position or, without these too, the only
    /// keyboard, mouse or device with buttons; devices without events count only where no device has events.
    ///
    /// - Throws: ``RecordingError`` where no device fits, or several devices fit.
    package static func index(
        of name: String?,
        among candidates: [Candidate],
        file: String
    ) throws(RecordingError) -> Int {
        var placed = candidates.indices.filter { candidates[$0].recording.hasPosition }
        // Keyboards and mice count where there is nothing to touch, or by name.
        let keyed = candidates.indices.filter { candidates[$0].recording.device.reasonForNoInputDevice == nil }
        if placed.isEmpty { placed = keyed }
        let panels = placed.filter { candidates[$0].recording.device.isTouchPanel }
        var meant = panels.isEmpty ? placed : panels
        guard !meant.isEmpty else {
            throw RecordingError(
                file: file,
                problem: .noAxes,
                message: "no touch device: expected ABS_MT_POSITION_X and _Y, or ABS_X and ABS_Y, found neither"
            )
        }
        if let name {
            let named = (placed + keyed).first { candidates[$0].path == name || candidates[$0].recording.name == name }
            if let named { return named }
            throw unknown(name, expected: titles(of: meant.map { candidates[$0] }, " or "), file: file)
        }
        // Devices without events were not touched.
        let touched = meant.filter { !candidates[$0].recording.events.isEmpty }
        if !touched.isEmpty { meant = touched }
        guard meant.count == 1 else {
            let titles = titles(of: meant.map { candidates[$0] }, ", ")
            throw RecordingError(
                file: file,
                problem: .ambiguous,
                message: "\(meant.count) touch devices are possible: \(titles); choose one by its path or its name"
            )
        }
        return meant[0]
    }

    /// Checks that `name` is the name of the only device of a recording.
    static func check(_ name: String, of recording: EvdevRecording, file: String) throws(RecordingError) {
        guard recording.name != name else { return }
        throw unknown(name, expected: recording.name.isEmpty ? "" : quoted(recording.name), file: file)
    }

    private static func unknown(_ name: String, expected: String, file: String) -> RecordingError {
        let remedy =
            expected.isEmpty
            ? "the recording says neither the path nor the name of its only device, so leave this one out"
            : "expected \(expected)"
        return RecordingError(
            file: file,
            problem: .ambiguous,
            message: "'\(name)' names no touch device: \(remedy)"
        )
    }

    private static func quoted(_ name: String) -> String { RecordingError.quoted(Array(name.utf8)[...]) }

    private static func titles(of candidates: [Candidate], _ separator: String) -> String {
        candidates.prefix(mostNames).map(\.title).joined(separator: separator)
            + (candidates.count > mostNames ? "\(separator)others" : "")
    }
}

extension EvdevRecording {
    fileprivate var hasPosition: Bool {
        axes[EvdevCodes.positionX] != nil && axes[EvdevCodes.positionY] != nil
            || axes[EvdevCodes.x] != nil && axes[EvdevCodes.y] != nil
    }
}
