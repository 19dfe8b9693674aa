public import ResponderKit

// Keys, motion, remote controls and what the device measures.
extension SimulatedDevice {
    /// Takes a change of a key of the keyboard, or of a button, at this instant, which replaces the frame's time.
    ///
    /// The app in front gets the frame with the next turn of its loop. No app gets it while none is in front, or while
    /// the screen is locked or off. A key that goes down while the screen is dimmed brightens it, and no app gets the
    /// key until it is released (rule A39).
    ///
    /// - Complexity: O(keys that are down), plus the app's port.
    public func press(_ frame: PressFrame) {
        guard isOn, !isLocked else { return }
        let isAdmitted = keys.admit(frame, isDimmed: isDimmed)
        restartIdleTimer()
        guard isAdmitted, let front, front.runningApplication != nil else { return }
        var frame = frame
        frame.time = clock.now
        front.screen?.send(frame)
    }

    /// Hands a sample of the device to the app in front, active or not: see `Application.deviceStreams`.
    ///
    /// The app gets it with the next turn of its loop. No app gets it while none is in front, or while the device is
    /// off.
    ///
    /// - Complexity: O(1); allocates a sender, and a message to the app's loop where no sample waits.
    public func send<Sample: Sendable>(_ sample: Sample) {
        guard isOn, let application = front?.runningApplication else { return }
        application.deviceStreams.makeSender(of: Sample.self).send(sample)
    }

    func keyDown(_ key: HIDUsage) throws(DeviceError) {
        guard !keys.down.contains(key) else { throw .key(KeyLayout.name(of: key), isDown: true) }
        keys.down.append(key)
        press(KeyLayout.frame(key, .began, keys.modifiers, at: clock.now))
    }

    func keyUp(_ key: HIDUsage) throws(DeviceError) {
        guard keys.down.contains(key) else { throw .key(KeyLayout.name(of: key), isDown: false) }
        keys.down.removeAll { $0 == key }
        press(KeyLayout.frame(key, .ended, keys.modifiers, at: clock.now))
    }

    /// Presses and releases a key while the modifiers are held; those that are held already stay so.
    func strike(_ key: HIDUsage, _ modifiers: KeyModifiers) throws(DeviceError) {
        guard !keys.down.contains(key) else { throw .key(KeyLayout.name(of: key), isDown: true) }
        let held = KeyLayout.keys(of: modifiers.subtracting(keys.modifiers)).filter { $0 != key }
        for modifier in held { try keyDown(modifier) }
        try keyDown(key)
        serveFront()
        try keyUp(key)
        for modifier in held.reversed() { try keyUp(modifier) }
    }

    func type(_ text: String) throws(DeviceError) {
        for character in text {
            guard let key = KeyLayout.key(of: character) else { throw .noKey(String(character)) }
            if keys.down.contains(key.usage) { throw .key(KeyLayout.name(of: key.usage), isDown: true) }
        }
        for character in text {
            guard let key = KeyLayout.key(of: character) else { continue }
            try strike(key.usage, key.isShifted ? .shift : [])
        }
    }

    /// Shakes the device: a motion begins and ends in the app in front.
    func shake() {
        guard let front, let application = front.runningApplication, front.runsCode else { return }
        inCode(of: front) { application.beginMotion() }
        serveFront()
        inCode(of: front) { application.endMotion() }
    }

    /// A remote control reaches the app in front if that receives its events, else the first app that plays.
    func remoteControl(_ subtype: EventSubtype) {
        let isReceiving = { (app: InstalledApp) in
            app.runsCode && app.runningApplication?.isReceivingRemoteControlEvents == true
        }
        let playing = awake.apps.first { $0.activities.contains(.audio) && isReceiving($0) }
        guard let app = front.flatMap({ isReceiving($0) ? $0 : nil }) ?? playing else { return }
        inCode(of: app) { _ = app.application?.receiveRemoteControl(subtype) }
    }
}

/// The keys that are down, and those that no app gets until they are released.
struct DeviceKeys {
    /// The keys that actions put down, in the order in which they went down.
    var down: [HIDUsage] = []
    private var swallowed: Set<HIDUsage> = []

    /// The modifiers that are held.
    var modifiers: KeyModifiers { down.reduce(into: []) { $0.formUnion(KeyLayout.modifiers(of: $1)) } }

    /// Whether an app gets the frame.
    mutating func admit(_ frame: PressFrame, isDimmed: Bool) -> Bool {
        if frame.phase == .began { swallowed.remove(frame.usage) }
        if isDimmed, frame.phase == .began { swallowed.insert(frame.usage) }
        guard swallowed.contains(frame.usage) else { return true }
        if frame.phase == .ended || frame.phase == .cancelled { swallowed.remove(frame.usage) }
        return false
    }
}
