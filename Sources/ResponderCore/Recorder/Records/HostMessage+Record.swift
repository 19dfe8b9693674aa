internal import ResponderEventLoop

// Messages of a host as bytes of a record.
extension RecordWriter {
    mutating func append(_ message: HostMessage) {
        switch message {
        case .launch(let options):
            append(0 as UInt8)
            append(options)
        case .launchInBackground(let options):
            append(1 as UInt8)
            append(options)
        case .activate: append(2 as UInt8)
        case .resignActive: append(3 as UInt8)
        case .enterBackground: append(4 as UInt8)
        case .enterForeground(let event):
            append(5 as UInt8)
            append(event != nil)
            if let event { append(event) }
        case .suspend: append(6 as UInt8)
        case .resume: append(7 as UInt8)
        case .terminate: append(8 as UInt8)
        case .kill: append(9 as UInt8)
        case .deliver(let event):
            append(10 as UInt8)
            append(event)
        case .memoryWarning: append(11 as UInt8)
        case .change(let change):
            append(12 as UInt8)
            append(change)
        }
    }

    private mutating func append(_ options: LaunchOptions) {
        append(options.arguments)
        append(options.event != nil)
        if let event = options.event { append(event) }
    }

    private mutating func append(_ event: HostEvent) {
        switch event {
        case .url(let url, let options):
            append(0 as UInt8)
            append("\(url)")
            append(optional: options.sourceApplication)
        case .remoteNotification(let notification):
            append(1 as UInt8)
            append(notification.userInfo)
        case .localNotification(let notification):
            append(2 as UInt8)
            append(notification.identifier)
            append(notification.body)
            append(notification.fireDate != nil)
            if let date = notification.fireDate { append(Int(date.nanoseconds)) }
            append(notification.repeatInterval != nil)
            if let interval = notification.repeatInterval { append(Int(interval.wholeNanoseconds)) }
            append(notification.userInfo)
        case .backgroundFetch: append(3 as UInt8)
        }
    }

    mutating func append(_ texts: [String]) {
        append(UInt64(texts.count))
        for text in texts { append(text) }
    }

    /// Appends the pairs in the order of their keys.
    mutating func append(_ texts: [String: String]) {
        append(UInt64(texts.count))
        for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
            append(key)
            append(text)
        }
    }

    mutating func append(optional text: String?) {
        append(text != nil)
        if let text { append(text) }
    }
}

extension RecordReader {
    mutating func message() throws(Malformed) -> HostMessage {
        let kind = try byte()
        switch kind {
        case 0: return .launch(try launchOptions())
        case 1: return .launchInBackground(try launchOptions())
        case 2: return .activate
        case 3: return .resignActive
        case 4: return .enterBackground
        case 5: return .enterForeground(for: try flag() ? try hostEvent() : nil)
        case 6: return .suspend
        case 7: return .resume
        case 8: return .terminate
        case 9: return .kill
        case 10: return .deliver(try hostEvent())
        case 11: return .memoryWarning
        case 12: return .change(try deviceChange())
        default: throw Malformed(reason: "\(kind) is the number of no message of a host")
        }
    }

    private mutating func launchOptions() throws(Malformed) -> LaunchOptions {
        let arguments = try texts()
        return LaunchOptions(arguments: arguments, for: try flag() ? try hostEvent() : nil)
    }

    private mutating func hostEvent() throws(Malformed) -> HostEvent {
        let kind = try byte()
        switch kind {
        case 0:
            let text = try text()
            let source = try optionalText()
            do throws(AppURL.Invalid) {
                return .url(try AppURL(text), OpenURLOptions(sourceApplication: source))
            } catch {
                throw Malformed(reason: "\(error)")
            }
        case 1: return .remoteNotification(RemoteNotification(userInfo: try textsByKey()))
        case 2:
            let (identifier, body) = (try text(), try text())
            let date = try flag() ? MainRunLoop.Instant(nanoseconds: Int64(try integer())) : nil
            let interval = try flag() ? Duration.nanoseconds(try integer()) : nil
            return .localNotification(
                LocalNotification(
                    identifier: identifier,
                    body: body,
                    fireDate: date,
                    repeatInterval: interval,
                    userInfo: try textsByKey()
                )
            )
        case 3: return .backgroundFetch
        default: throw Malformed(reason: "\(kind) is the number of no event of a host")
        }
    }

    mutating func texts() throws(Malformed) -> [String] {
        var texts: [String] = []
        for _ in 0..<(try count()) { texts.append(try text()) }
        return texts
    }

    mutating func textsByKey() throws(Malformed) -> [String: String] {
        var texts: [String: String] = [:]
        for _ in 0..<(try count()) {
            let key = try text()
            texts[key] = try text()
        }
        return texts
    }

    mutating func optionalText() throws(Malformed) -> String? { try flag() ? try text() : nil }
}
