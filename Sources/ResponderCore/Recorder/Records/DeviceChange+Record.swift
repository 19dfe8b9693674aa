internal import ResponderTouchInput

// Changes of the device, its environment and its screen as bytes of a record.
extension RecordWriter {
    mutating func append(_ change: DeviceChange) {
        switch change {
        case .orientation(let value):
            append(0 as UInt8)
            append(place: value)
        case .significantTime: append(1 as UInt8)
        case .batteryLevel(let value):
            append(2 as UInt8)
            append(value)
        case .batteryState(let value):
            append(3 as UInt8)
            append(place: value)
        case .proximity(let value):
            append(4 as UInt8)
            append(value)
        case .protectedData(let isAvailable):
            append(5 as UInt8)
            append(isAvailable)
        case .screens(let names):
            append(6 as UInt8)
            append(names)
        case .screenModes(let modes):
            append(7 as UInt8)
            append(modes)
        case .settings(let keys):
            append(8 as UInt8)
            append(keys.sorted())
        case .locale(let value):
            append(9 as UInt8)
            append(value)
        case .cloudIdentity(let value):
            append(10 as UInt8)
            append(optional: value)
        case .accessories(let names):
            append(11 as UInt8)
            append(names)
        }
    }

    mutating func append(_ environment: DeviceEnvironment) {
        append(place: environment.orientation)
        append(environment.batteryLevel != nil)
        if let level = environment.batteryLevel { append(level) }
        append(place: environment.batteryState)
        append(environment.isProximate)
        append(environment.isProtectedDataAvailable)
        append(environment.screens)
        append(environment.screenModes)
        append(environment.locale)
        append(optional: environment.cloudIdentity)
        append(environment.accessories)
    }

    mutating func append(_ screen: Screen) {
        append(Point(screen.size.width, screen.size.height))
        append(screen.scale)
        append(screen.framesPerSecond)
        append(screen.alignsScrollingToPixels)
        let insets = screen.safeAreaInsets
        for inset in [insets.top, insets.left, insets.bottom, insets.right] { append(inset) }
    }

    /// Appends the place of a case among the cases of its type.
    private mutating func append<Value: CaseIterable & Equatable>(place value: Value) {
        var place = 0
        for other in Value.allCases {
            if other == value { break }
            place += 1
        }
        append(place)
    }
}

extension RecordReader {
    mutating func deviceChange() throws(Malformed) -> DeviceChange {
        let kind = try byte()
        switch kind {
        case 0: return .orientation(try value(of: DeviceOrientation.self))
        case 1: return .significantTime
        case 2: return .batteryLevel(try float64())
        case 3: return .batteryState(try value(of: BatteryState.self))
        case 4: return .proximity(try flag())
        case 5: return .protectedData(isAvailable: try flag())
        case 6: return .screens(try texts())
        case 7: return .screenModes(try textsByKey())
        case 8: return .settings(changedKeys: Set(try texts()))
        case 9: return .locale(try text())
        case 10: return .cloudIdentity(try optionalText())
        case 11: return .accessories(try texts())
        default: throw Malformed(reason: "\(kind) is the number of no change of a device")
        }
    }

    mutating func deviceEnvironment() throws(Malformed) -> DeviceEnvironment {
        var environment = DeviceEnvironment()
        environment.orientation = try value(of: DeviceOrientation.self)
        environment.batteryLevel = try flag() ? try float64() : nil
        environment.batteryState = try value(of: BatteryState.self)
        environment.isProximate = try flag()
        environment.isProtectedDataAvailable = try flag()
        environment.screens = try texts()
        environment.screenModes = try textsByKey()
        environment.locale = try text()
        environment.cloudIdentity = try optionalText()
        environment.accessories = try texts()
        return environment
    }

    mutating func screen() throws(Malformed) -> Screen {
        let extent = try point()
        let (scale, rate, aligns) = (try float64(), try integer(), try flag())
        let (top, left, bottom, right) = (try float64(), try float64(), try float64(), try float64())
        let screen = Screen(
            size: Size(extent.x, extent.y),
            scale: scale,
            framesPerSecond: rate,
            alignsScrollingToPixels: aligns,
            safeAreaInsets: EdgeInsets(top: top, left: left, bottom: bottom, right: right)
        )
        if let fault = screen.fault { throw Malformed(reason: "no screen has \(fault)") }
        return screen
    }

    private mutating func value<Value: CaseIterable>(of type: Value.Type) throws(Malformed) -> Value {
        let place = try integer()
        guard place >= 0, place < type.allCases.count else {
            throw Malformed(reason: "\(place) is the place of no \(type)")
        }
        return type.allCases[type.allCases.index(type.allCases.startIndex, offsetBy: place)]
    }
}
