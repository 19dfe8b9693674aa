internal import ResponderKit

extension ScriptedApp: CustomStringConvertible {
    /// The declaration as the line of a script: `app notes scheme=note mode=audio`.
    public var description: String { (["app"] + words).joined(separator: " ") }

    /// The words behind `app`.
    var words: [String] {
        var words = [ScriptWords.word(name)]
        func add(_ key: String, _ value: String) { words.append(ScriptWords.pair(key, value)) }
        if !urlSchemes.isEmpty { add("scheme", urlSchemes.joined(separator: ",")) }
        if !backgroundModes.isEmpty { add("mode", backgroundModes.map(\.rawValue).sorted().joined(separator: ",")) }
        if !requiredCapabilities.table.isEmpty {
            add("requires", requiredCapabilities.names.joined(separator: ","))
        }
        if deviceFamilies.count < DeviceFamily.allCases.count {
            add("family", deviceFamilies.map(\.rawValue).sorted().joined(separator: ","))
        }
        switch exit {
        case .never: break
        case .atOnce: words.append("exits-on-suspend")
        case .inBackground: words.append("exits-in-background")
        }
        if savesState { words.append("saves-state") }
        if sharesFiles { words.append("shares-files") }
        if !keychainGroups.isEmpty { add("keychain-groups", keychainGroups.joined(separator: ",")) }
        if closesFiles { words.append("closes-files") }
        if footprint != 0 { add("memory", ScriptValues.text(bytes: footprint)) }
        for moment in Moment.allCases {
            if let time = times[moment] { add(moment.rawValue, ScriptValues.text(time)) }
        }
        switch task {
        case nil: break
        case .ends(let time): add("task", ScriptValues.text(time))
        case .stays: add("task", "never")
        }
        if processorShare != 0 { add("cpu", "\(processorShare)%") }
        return words
    }

    /// The words that may stand behind an app's name in a script, for help and error messages.
    static let forms: [DeviceCommand.Form] = [
        DeviceCommand.Form(name: "scheme=NAME,...", meaning: "opens URLs with these schemes"),
        DeviceCommand.Form(name: "mode=MODE,...", meaning: "runs in the background for these, as audio"),
        DeviceCommand.Form(name: "requires=CAPABILITY,...", meaning: "is for devices with gps, or without it: !gps"),
        DeviceCommand.Form(name: "family=FAMILY,...", meaning: "is for devices of these families: phone, pad"),
        DeviceCommand.Form(name: "exits-on-suspend", meaning: "ends instead of entering the background"),
        DeviceCommand.Form(name: "exits-in-background", meaning: "enters the background, and ends there"),
        DeviceCommand.Form(name: "saves-state", meaning: "saves its state, restores it at its launch"),
        DeviceCommand.Form(name: "shares-files", meaning: "opens its Documents to a desktop"),
        DeviceCommand.Form(name: "keychain-groups=NAME,...", meaning: "sees these items of the keychain"),
        DeviceCommand.Form(name: "closes-files", meaning: "closes its open files when it resigns active"),
        DeviceCommand.Form(name: "memory=SIZE", meaning: "takes that much memory, as 40MB"),
        DeviceCommand.Form(name: "launch=TIME", meaning: "takes that long when it has launched, as 6s"),
        DeviceCommand.Form(name: "active=TIME", meaning: "takes that long when it becomes active"),
        DeviceCommand.Form(name: "resign=TIME", meaning: "takes that long when it resigns active"),
        DeviceCommand.Form(name: "background=TIME", meaning: "... when it enters the background"),
        DeviceCommand.Form(name: "foreground=TIME", meaning: "... when it comes back from there"),
        DeviceCommand.Form(name: "terminate=TIME", meaning: "... when it is told that it ends"),
        DeviceCommand.Form(name: "task=TIME|never", meaning: "a task in the background, until it ends it"),
        DeviceCommand.Form(name: "cpu=SHARE", meaning: "uses that share there, from 1% to 100%"),
    ]

    /// The words of ``forms`` without their values.
    static let keys = forms.map { String($0.name.prefix { $0 != "=" }) }
}
