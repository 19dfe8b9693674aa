internal import ResponderTouchInput

extension EvdevRecording {
    /// The recording that ResponderKit ships as `Samples/taps-drag-pinch.evemu`.
    ///
    /// The recording has three taps, the last with two fingers that overlap in time; a drag across the panel; a pinch
    /// of two fingers that come together. There are 7 contacts, at most 2 at once, on a panel of 4096 by 4096 units.
    ///
    /// - Complexity: that of ``SampleRecording/recording``; each call renders the script anew.
    public static var sample: EvdevRecording {
        var script = SampleRecording(name: "ResponderKit sample panel")
        script.tap(at: Point(1024, 1024))
        script.tap(at: Point(3072, 1024))
        script.tap(at: Point(1024, 3072), and: Point(1536, 2944))
        script.drag(from: Point(512, 2048), to: Point(3584, 2304))
        script.pinch(around: Point(2048, 2048), from: 2400, to: 600)
        return script.recording
    }
}
