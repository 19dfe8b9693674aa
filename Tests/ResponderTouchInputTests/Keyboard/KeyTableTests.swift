import Testing

@testable import ResponderTouchInput

@Suite("The table of keys")
struct KeyTableTests {
    @Test("The table of keys knows the code of each key that has a usage")
    func namesAreKnown() {
        for table in [
            KeyUsages.keyboard, KeyUsages.keyboardAliases, KeyUsages.consumer, KeyUsages.consumerAliases,
        ] {
            for (name, usage) in table {
                let code = KeyNames.codesOfKeys[name]
                #expect(code != nil, "KEY_\(name)")
                #expect(code.flatMap { KeyUsages.usage(of: $0)?.identifier } == usage, "KEY_\(name)")
            }
        }
    }

    @Test("Different keys have different usages, but for the keys that are listed as aliases")
    func injective() {
        let aliases = Set([KeyUsages.keyboardAliases, KeyUsages.consumerAliases].flatMap(\.keys))
        var codes: [HIDUsage: UInt16] = [:]
        for (name, code) in KeyNames.codesOfKeys where !aliases.contains(name) {
            guard let usage = KeyUsages.usage(of: code) else { continue }
            #expect(codes.updateValue(code, forKey: usage) == nil, "KEY_\(name) and another key have \(usage)")
        }
        #expect(codes.count > 250)
    }

    @Test("An alias has the usage of another key")
    func aliases() {
        #expect(Set(KeyUsages.keyboardAliases.values).isSubset(of: KeyUsages.keyboard.values))
        #expect(Set(KeyUsages.consumerAliases.values).isSubset(of: KeyUsages.consumer.values))
    }

    @Test("The buttons of one kind of device are numbered without a gap or a repetition")
    func buttons() {
        for (codes, number) in KeyUsages.buttons {
            let usages = codes.map { KeyUsages.usage(of: $0) }
            #expect(usages == (0..<codes.count).map { .button(number + UInt16($0)) })
        }
        #expect(KeyUsages.usage(of: 0x110) == .primaryButton)
        #expect(KeyUsages.usage(of: 0x111) == .secondaryButton)
    }

    @Test(
        "The table of keys agrees with the HID Usage Tables",
        arguments: [
            (30, HIDUsage.keyboardA), (44, .keyboardZ), (2, .keyboard1), (11, .keyboard0), (28, .keyboardReturnOrEnter),
            (1, .keyboardEscape), (14, .keyboardDeleteOrBackspace), (15, .keyboardTab), (57, .keyboardSpacebar),
            (12, .keyboardHyphen), (53, .keyboardSlash), (58, .keyboardCapsLock), (59, .keyboardF1), (88, .keyboardF12),
            (111, .keyboardDeleteForward), (105, .keyboardLeftArrow), (106, .keyboardRightArrow),
            (103, .keyboardUpArrow), (108, .keyboardDownArrow), (69, .keypadNumLock), (82, .keypad0),
            (79, .keypad1), (96, .keypadEnter), (86, .keyboardNonUSBackslash), (183, .keyboardF13),
            (29, .keyboardLeftControl), (42, .keyboardLeftShift), (56, .keyboardLeftAlt), (125, .keyboardLeftGUI),
            (97, .keyboardRightControl), (54, .keyboardRightShift), (100, .keyboardRightAlt), (126, .keyboardRightGUI),
            (113, .consumerMute), (115, .consumerVolumeIncrement), (114, .consumerVolumeDecrement),
            (164, .consumerPlayPause), (163, .consumerNextTrack), (165, .consumerPreviousTrack), (172, .consumerHome),
            (158, .consumerBack), (0x160, .consumerMenuPick), (0x161, .consumerMenuPick),
        ] as [(UInt16, HIDUsage)]
    )
    func known(code: UInt16, usage: HIDUsage) {
        #expect(KeyUsages.usage(of: code) == usage)
    }

    @Test(
        "The table of keys has no usage for codes that are none of a key's",
        arguments: [0, 0x0f9, 0x14a, 0x1d0, 0x300, 0xffff]
    )
    func unknown(code: UInt16) {
        #expect(KeyUsages.usage(of: code) == nil)
    }

    @Test("The table of keys has the kernel's names in both directions")
    func names() {
        #expect(EvdevCodes.name(ofCode: 30, type: EvdevCodes.key) == "KEY_A")
        #expect(EvdevCodes.name(ofCode: 0x110, type: EvdevCodes.key) == "BTN_LEFT")
        #expect(EvdevCodes.name(ofCode: 8, type: EvdevCodes.relative) == "REL_WHEEL")
        #expect(KeyNames.names.count > 450)
        for (code, name) in KeyNames.names {
            #expect(EvdevCodes.code(named: name, type: EvdevCodes.key) == code)
        }
    }
}
