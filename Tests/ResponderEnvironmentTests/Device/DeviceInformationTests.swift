import ResponderEnvironment
import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("What an app learns about a simulated device")
struct DeviceInformationTests {
    // Rules: S31.
    @Test("The answers follow from the capabilities and the kind of the device, and an unknown capability is none")
    func capabilities() throws {
        let capabilities: Set<DeviceCapability> = [
            .stillCamera, .frontFacingCamera, .videoCamera, .microphone, .gyroscope, "wings",
        ]
        let device = SimulatedDevice(isMultitaskingSupported: false, idiom: .pad, capabilities: capabilities)
        let information = try device.launch(Application.self).device
        #expect(information.interfaceIdiom == .pad && !information.isMultitaskingSupported)
        #expect(information.cameras == [.rear, .front] && information.recordsVideo && !information.hasCameraFlash)
        #expect(information.hasMicrophone && information.hasGyroscope)
        #expect(!information.hasGPS && !information.hasAccelerometer && !information.hasMagnetometer)
        for capability in DeviceCapability.known {
            #expect(information.has(capability) == capabilities.contains(capability), "\(capability)")
        }
        #expect(!information.has("wings"))
        let other = SimulatedDevice()
        let plain = try other.launch(Application.self).device
        #expect(plain.cameras == [] && plain.interfaceIdiom == .unspecified && plain.isMultitaskingSupported)
        let mirror = SimulatedDevice(capabilities: [.frontFacingCamera])
        #expect(try mirror.launch(Application.self).device.cameras == [.front])
    }

    @Test(
        "The charge of a battery is told in words also where the host tells no number",
        arguments: [Double.nan, .infinity]
    )
    func oddCharge(level: Double) throws {
        let device = SimulatedDevice()
        let application = try device.launch(Application.self)
        application.deviceEnvironment.batteryLevel = level
        #expect(application.device.answer(to: .battery) == "unknown, unknown")
    }

    @Test("An app on a simulated device without a storage has no files, and gets none of the real machine")
    func noStorage() throws {
        let application = try SimulatedDevice().launch(Application.self)
        let error = #expect(throws: FileError.self) { _ = try application.container }
        #expect(error?.description.contains("no storage") == true)
        #expect(throws: FileError.self) { _ = try application.preferences }
        #expect(throws: KeychainError.self) { _ = try application.keychain }
    }

    // Rules: S31.
    @Test("Battery, screens and network are those of the device at the moment")
    func changes() throws {
        let device = SimulatedDevice()
        let information = try device.launch(Application.self).device
        #expect(information.batteryLevel == nil && information.batteryState == .unknown)
        #expect(information.screens == [] && information.network == .none)
        try device.perform(.change(.batteryLevel(0.5)))
        try device.perform(.change(.batteryState(.charging)))
        try device.perform(.change(.screens(["TV"])))
        try device.perform(.setNetwork(.cellular))
        #expect(information.isDiskEncrypted == false && information.freeSpace == nil)
        try device.perform(.setPasscode(true))
        #expect(information.isDiskEncrypted == Sealing.encrypts)
        #expect(information.batteryLevel == 0.5 && information.batteryState == .charging)
        #expect(information.screens == ["TV"] && information.network == .cellular)
    }

    // Rules: S31.
    @Test("The space is what the storage of the device has, and what is left of it")
    func space() throws {
        let (folder, device) = (TemporaryFolder(), SimulatedDevice())
        try device.attachStorage(at: folder.path, capacity: 1_000_000)
        try device.install(ScriptedApp("notes"))
        try device.perform(.launch("notes"))
        let information = try #require(device.application("notes")).device
        let free = try #require(information.freeSpace)
        #expect(information.totalSpace == 1_000_000 && free == device.freeSpace && free < 1_000_000)
        try device.perform(.fill(50_000))
        #expect(information.answer(to: .space) == "50000 of 1000000 bytes")
    }

    // Rules: S31.
    @Test("The history has the answers to what an app of a script asks, and only an app that runs can ask")
    func script() throws {
        let script = try DeviceScript(
            """
            idiom phone
            capabilities gps still-camera
            app maps
            app other
            launch maps
            battery-level 0.42
            battery-state unplugged
            network wired
            ask maps gps
            ask maps cameras
            ask maps battery
            ask maps network
            ask maps idiom
            ask other gps
            ask maps
            """,
            apps: []
        )
        let device = SimulatedDevice()
        var refusals: [String] = []
        device.run(script) { refusals.append("\($0.line): \($1)") }
        #expect(refusals == ["14: \"other\" is not running; it must run for that"])
        let answers = device.history.entries(of: "maps").compactMap { entry in
            if case .result(let text) = entry.kind { text } else { nil }
        }
        #expect(
            answers.prefix(5) == [
                "gps: yes", "cameras: rear", "battery: 42%, unplugged", "network: wired", "idiom: phone",
            ]
        )
        #expect(answers.count == 5 + DeviceQuestion.allCases.count)
        #expect(answers.dropFirst(5).first == "multitasking: yes" && answers.contains("microphone: no"))
    }

    @Test("What an app keeps of its device keeps no application")
    func release() throws {
        var device: SimulatedDevice? = SimulatedDevice(capabilities: [.gps])
        let information = try device?.launch(Application.self).device
        weak let application = device?.frontmost
        #expect(information?.hasGPS == true && application != nil)
        device = nil
        #expect(application == nil && information?.hasGPS == true && information?.screens == [])
    }
}
