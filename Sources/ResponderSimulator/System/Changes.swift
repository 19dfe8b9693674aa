internal import ResponderEnvironment
internal import ResponderKit

// What the device is, its changes, of which apps are told (rule A24), what apps ask about it, and crashes.
extension SimulatedDevice {
    /// Changes the device, and tells every app that runs or is suspended, in the order of installing.
    ///
    /// No app is told where the device stays as it was.
    func change(_ change: DeviceChange) throws(DeviceError) {
        if case .batteryLevel(let level) = change, !(0...1).contains(level) {
            throw .badNumber("the battery level cannot be \(level); give one from 0 to 1")
        }
        changeAnyway(change)
    }

    /// Like ``change(_:)`` without the check, for changes that the device makes itself.
    func changeAnyway(_ change: DeviceChange) {
        guard environment.apply(change) else { return }
        for app in running.apps { tell(app, .change(change)) }
        forgetEnded()
    }

    /// Refuses an app that the device cannot run, or whose manifest names capabilities that are none (rule S30).
    func checkGate(_ manifest: Manifest, as identifier: String) throws(DeviceError) {
        let unknown = manifest.requiredCapabilities.unknown
        guard unknown.isEmpty else { throw .unknownCapabilities(identifier, unknown) }
        guard manifest.runs(on: idiom) else { throw .wrongFamily(identifier, idiom) }
        let unmet = manifest.unmetCapabilities(of: capabilities)
        guard unmet.isEmpty else { throw .unmetCapabilities(identifier, unmet) }
    }

    func setIdiom(_ idiom: InterfaceIdiom) throws(DeviceError) {
        let former = self.idiom
        hardware.interfaceIdiom = idiom
        try checkInstalled { hardware.interfaceIdiom = former }
    }

    func setCapabilities(_ capabilities: Set<DeviceCapability>) throws(DeviceError) {
        let unknown = RequiredCapabilities(capabilities).unknown
        guard unknown.isEmpty else { throw .unknownCapabilities(nil, unknown) }
        let former = self.capabilities
        hardware.capabilities = capabilities
        try checkInstalled { hardware.capabilities = former }
        if network == .wifi, !capabilities.contains(.wifi) { hardware.network = .none }
    }

    /// Calls `undo` where an installed app may not be on the device as it is now.
    private func checkInstalled(undo: () -> Void) throws(DeviceError) {
        do throws(DeviceError) {
            for app in apps where !app.isTemporary { try checkGate(app.manifest, as: app.identifier) }
        } catch {
            undo()
            throw error
        }
    }

    func setNetwork(_ network: NetworkConnection) throws(DeviceError) {
        guard network != .wifi || capabilities.contains(.wifi) else { throw .noWiFi }
        hardware.network = network
    }

    /// A passcode seals the keys of files, where the module encrypts.
    var disk: SimulatedHardware.Disk {
        SimulatedHardware.Disk(isEncrypted: hasPasscode && Sealing.encrypts, space: storage?.space.space)
    }

    /// The history has what an app learns when it asks about the device (rule S31).
    func ask(_ question: DeviceQuestion?, by app: InstalledApp) throws(DeviceError) {
        guard app.runsCode, let information = app.application?.device else {
            throw .notRunning(app.identifier, app.state)
        }
        for question in question.map({ [$0] }) ?? DeviceQuestion.allCases {
            record(.result("\(question.rawValue): \(information.answer(to: question))"), app)
        }
    }

    func crash(_ app: InstalledApp) throws(DeviceError) {
        guard app.runningApplication != nil else { throw .notRunning(app.identifier, app.state) }
        tell(app, .kill)
    }
}
