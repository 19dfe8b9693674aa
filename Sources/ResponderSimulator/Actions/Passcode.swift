internal import ResponderEnvironment
internal import ResponderKit

/// The passcode of a device.
enum Passcode: Equatable {
    case none
    case known(String)
    /// The storage has been given one by another device, and only its user knows the text.
    case unknown
}

// The passcode, and the keys that it protects (rules S10 to S13).
extension SimulatedDevice {
    /// The passcode that ``DeviceAction/setPasscode(_:)`` sets, and ``hasPasscode``: `1234`.
    public static let defaultPasscode = "1234"

    func setPasscode(_ isSet: Bool) throws(DeviceError) {
        guard isSet != hasPasscode else { return }
        try set(isSet ? .known(Self.defaultPasscode) : .none)
    }

    func choosePasscode(_ text: String) throws(DeviceError) {
        guard !text.isEmpty else { throw .passcode("a passcode has a character at least") }
        try set(.known(text))
    }

    private func set(_ new: Passcode) throws(DeviceError) {
        if let storage {
            let text: String? = if case .known(let text) = new { text } else { nil }
            do throws(ProtectionError) {
                try storage.protection.setPasscode(text)
            } catch .locked {
                throw .passcode("the keys of protected files are dropped; unlock the device, then set the passcode")
            } catch {
                throw .passcode("\(error)")
            }
        }
        passcode = new
        guard new == .none else { return }
        // Without a passcode protected data is always available (rule S11).
        keyDeadline = nil
        changeAnyway(.protectedData(isAvailable: true))
    }

    /// Checks a passcode, and makes the keys available that it protects; nil for the right passcode.
    func enterPasscode(_ entered: String?) throws(DeviceError) {
        let text: String?
        switch passcode {
        case .none: text = nil
        case .known(let right):
            guard entered == nil || entered == right else { throw .wrongPasscode }
            text = right
        case .unknown: text = entered ?? Self.defaultPasscode
        }
        if let storage {
            do throws(ProtectionError) {
                try storage.protection.unlock(passcode: text)
            } catch .wrongPasscode {
                guard entered == nil else { throw .wrongPasscode }
                throw .passcode("another run has set the passcode of this storage; enter that one")
            } catch {
                throw .passcode("\(error)")
            }
            if let text { passcode = .known(text) }
        }
        keyDeadline = nil
    }

    /// Drops the keys of protected files after the delay (rule S11).
    func dropKeysLater() {
        guard storage != nil else { return }
        guard protectionDelay > .zero else { return dropKeys() }
        keyDeadline = clock.now.advanced(by: protectionDelay)
    }

    func dropKeys() {
        keyDeadline = nil
        guard let storage else { return }
        storage.protection.lock()
        record(.note("the keys of protected files are dropped"))
    }

    /// The device goes off, or comes up: no key is there before the first unlock (rule S13).
    func restartProtection() {
        keyDeadline = nil
        guard let storage else { return }
        storage.protection.restart()
        // Without a passcode there is nothing that an unlock would wait for.
        if passcode == .none { try? storage.protection.unlock(passcode: nil) }
    }
}
