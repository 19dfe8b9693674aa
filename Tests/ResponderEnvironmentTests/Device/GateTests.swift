import ResponderEnvironment
import ResponderSimulator
import Testing

/// What a manifest demands of a device, and what a device then installs.
@MainActor
@Suite("The gate at installation")
struct GateTests {
    private let device = SimulatedDevice(capabilities: [.gps, .stillCamera])

    // Rules: S30.
    @Test("As a list, required capabilities must all be there; as a table, those with false must not be there")
    func listAndTable() throws {
        try device.install(Manifest(identifier: "maps", requiredCapabilities: [.gps, .stillCamera]))
        try device.install(Manifest(identifier: "trails", requiredCapabilities: [.gps: true, .telephony: false]))
        #expect(throws: DeviceError.unmetCapabilities("list", [.telephony])) {
            try device.install(Manifest(identifier: "list", requiredCapabilities: [.gps, .telephony]))
        }
        #expect(throws: DeviceError.unmetCapabilities("table", [.gps, .telephony])) {
            try device.install(
                Manifest(identifier: "table", requiredCapabilities: [.gps: false, .telephony: true, .wifi: false])
            )
        }
        #expect(device.installedApps == ["maps", "trails"])
        #expect(RequiredCapabilities([.gps, .nfc, .gps]) == [.gps: true, .nfc: true])
        #expect((["gps": true, "gps": false] as RequiredCapabilities).table == [.gps: false])
    }

    // Rules: S30.
    @Test("The text of a manifest has both forms, and a capability is named once")
    func text() throws {
        func required(_ list: String) throws -> RequiredCapabilities {
            try Manifest(parsing: "required-capabilities = \(list)").requiredCapabilities
        }
        #expect(try required("gps, still-camera") == [.gps, .stillCamera])
        #expect(try required("gps, !telephony") == [.gps: true, .telephony: false])
        #expect(try required("") == [:])
        let wrong = [
            "gps, !gps": "the capability \"gps\" is named twice; name it once", "!": "\"!\" names no capability",
            "!!gps": "\"!gps\" is no capability", "gps,": "\"\" names no capability",
        ]
        for (list, problem) in wrong {
            let error = #expect(throws: Manifest.Invalid.self) { try required(list) }
            #expect(
                error?.line == 1 && error?.problem.hasPrefix(problem) == true,
                "\(list): \(String(describing: error))"
            )
        }
    }

    // Rules: S30.
    @Test("An unknown capability is refused: in a manifest's text with the line and a guess, in code at installation")
    func unknown() throws {
        let error = #expect(throws: Manifest.Invalid.self) {
            try Manifest(parsing: "identifier = a\nrequired-capabilities = gps, !telefony\u{1B}")
        }
        #expect(
            error?.description.hasPrefix(
                #"line 2: "telefony\u{1B}" is no capability; did you mean "telephony"? there are accelerometer"#
            ) == true,
            "\(String(describing: error))"
        )
        // Even one that must not be there, and one that the device is said to have.
        let device = SimulatedDevice(capabilities: ["wings"])
        for value in [true, false] {
            let refusal = #expect(throws: DeviceError.unknownCapabilities("bird", ["wings"])) {
                try device.install(Manifest(identifier: "bird", requiredCapabilities: ["wings": value]))
            }
            #expect(
                refusal?.description.hasPrefix("the manifest of \"bird\" is wrong: \"wings\" is no capability; ")
                    == true
            )
        }
        #expect(DeviceCapability.known == DeviceCapability.known.sorted { $0.name < $1.name })
        #expect(Set(DeviceCapability.known).count == 27 && DeviceCapability.known.allSatisfy(\.isKnown))
    }

    // Rules: S30.
    @Test(
        "An app for pads alone is not installed on a phone, one for phones is on a pad, and a panel has every app",
        arguments: [
            (InterfaceIdiom.phone, ["phone", "both"]), (.pad, ["phone", "pad", "both"]),
            (.unspecified, ["phone", "pad", "both"]),
        ]
    )
    func families(idiom: InterfaceIdiom, installed: [String]) throws {
        let device = SimulatedDevice(idiom: idiom)
        let families: [(String, Set<DeviceFamily>)] = [
            ("phone", [.phone]), ("pad", [.pad]), ("both", [.phone, .pad]), ("none", []),
        ]
        for (name, families) in families {
            let manifest = Manifest(identifier: name, deviceFamilies: families)
            if installed.contains(name) {
                try device.install(manifest)
            } else {
                #expect(throws: DeviceError.wrongFamily(name, idiom)) { try device.install(manifest) }
            }
        }
        #expect(device.installedApps == installed)
        #expect(Manifest().deviceFamilies == [.phone, .pad])
    }

    // Rules: S30.
    @Test("The text of a manifest names families and background modes, and unknown ones are refused")
    func lists() throws {
        #expect(try Manifest(parsing: "device-families = pad").deviceFamilies == [.pad])
        #expect(try Manifest(parsing: "device-families = pad, phone").deviceFamilies == [.phone, .pad])
        #expect(try Manifest(parsing: "background-modes = fetch").backgroundModes == [.fetch])
        let wrong = [
            "device-families = tv": "\"tv\" is no device family; there are phone, pad",
            "device-families =": "an app has at least one device family, phone or pad",
            "background-modes = fetsh": "\"fetsh\" is no background mode; there are audio,",
        ]
        for (text, problem) in wrong {
            let error = #expect(throws: Manifest.Invalid.self) { try Manifest(parsing: text) }
            #expect(error?.problem.hasPrefix(problem) == true)
        }
    }

    // Rules: S30, S31.
    @Test("A device becomes nothing that an installed app is not for, and Wi-Fi needs the capability")
    func setting() throws {
        let device = SimulatedDevice()
        #expect(throws: DeviceError.noWiFi) { try device.perform(.setNetwork(.wifi)) }
        #expect(throws: DeviceError.unknownCapabilities(nil, ["wings"])) {
            try device.perform(.setCapabilities([.wifi, "wings"]))
        }
        try device.perform(.setCapabilities([.wifi]))
        try device.perform(.setNetwork(.wifi))
        #expect(device.network == .wifi && device.capabilities == [.wifi])
        try device.perform(.setCapabilities([.gps]))
        #expect(device.network == .none)
        try device.perform(.setIdiom(.phone))
        try device.install(
            Manifest(identifier: "maps", requiredCapabilities: [.gps: true, .nfc: false], deviceFamilies: [.phone])
        )
        try device.perform(.setIdiom(.pad))
        try device.install(Manifest(identifier: "board", deviceFamilies: [.pad]))
        #expect(throws: DeviceError.wrongFamily("board", .phone)) { try device.perform(.setIdiom(.phone)) }
        #expect(throws: DeviceError.unmetCapabilities("maps", [.gps])) { try device.perform(.setCapabilities([])) }
        #expect(throws: DeviceError.unmetCapabilities("maps", [.nfc])) {
            try device.perform(.setCapabilities([.gps, .nfc]))
        }
        try device.perform(.setNetwork(.wired))
        #expect(device.idiom == .pad && device.capabilities == [.gps] && device.network == .wired)
    }

    // Rules: S30.
    @Test("A script has a device refuse apps, each with the reason, and goes on")
    func script() throws {
        let script = try DeviceScript(
            """
            idiom phone
            capabilities gps still-camera
            app maps requires=gps,!telephony
            app talks requires=telephony
            app board family=pad
            app chat family=phone
            capabilities telephony
            launch chat
            """,
            apps: []
        )
        let device = SimulatedDevice()
        var refusals: [String] = []
        device.run(script) { refusals.append("\($0.line): \($1)") }
        #expect(
            refusals == [
                "4: the device does not meet these requirements in the manifest of \"talks\": telephony",
                "5: the manifest of \"board\" does not have the device family of the device: phone",
                "7: the device does not meet these requirements in the manifest of \"maps\": gps, telephony",
            ]
        )
        #expect(device.installedApps == ["maps", "chat"])
        #expect(try device.state(of: "chat") == .active)
    }
}
