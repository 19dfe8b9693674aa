import ResponderKit
import ResponderSimulator

/// A kind of thing that somebody can do to a device: a walk must come by all of them.
enum WalkedDeed: Hashable {
    case action(DeviceActionKind)
    case change(DeviceChange.Kind)
    case host(HostDeed)

    /// All; changes of the device by what changes.
    static let all: Set<WalkedDeed> = Set(
        DeviceActionKind.allCases.filter { $0 != .change }.map { .action($0) }
            + DeviceChange.Kind.allCases.map { .change($0) }
            + HostDeed.allCases.map { .host($0) }
    )

    init(_ action: DeviceAction) {
        self =
            switch action {
            case .change(let change): .change(change.kind)
            default: .action(DeviceActionKind(action))
            }
    }
}

/// What who holds a device can do to it that is no action.
enum HostDeed: CaseIterable {
    case settle, advance, install, launchVisitor, terminateFront, touch, spendTime
    case setMemoryCapacity, setMemoryWarningLevel, setMemoryPatience, setProcessorBudget, setAutoLock, setPasscode
}

/// The cases of `DeviceAction`, without what they carry.
enum DeviceActionKind: CaseIterable {
    case launch, home, openSwitcher, choose, closeSwitcher, kill, lock, unlock, switchOff, switchOn
    case setPasscode, setAutoLock, fingerDown, fingerMove, fingerUp, tap
    case keyDown, keyUp, key, type, shake, remoteControl, accelerate
    case call, acceptCall, declineCall, endCall, showAlert, dismissAlert, acceptAlert
    case openNotificationCenter, closeNotificationCenter, showBanner
    case openURL, push, schedule, tapNotification, wake, beginActivity, endActivity
    case beginTask, endTask, setIdleTimerDisabled, install
    case setIdiom, setCapabilities, setNetwork, ask
    case enterPasscode, choosePasscode, files, share, handOver, fill, update, uninstall, tamper
    case keychain, preference, setSettings, backUp, restore
    case setFootprint, setMemoryCapacity, setMemoryWarningLevel, warnOfMemory, crash, setAllowed, change, changeSettings

    /// A new case of `DeviceAction` does not get by without one of these.
    init(_ action: DeviceAction) {
        self =
            switch action {
            case .launch: .launch
            case .home: .home
            case .openSwitcher: .openSwitcher
            case .choose: .choose
            case .closeSwitcher: .closeSwitcher
            case .kill: .kill
            case .lock: .lock
            case .unlock: .unlock
            case .switchOff: .switchOff
            case .switchOn: .switchOn
            case .setPasscode: .setPasscode
            case .setAutoLock: .setAutoLock
            case .fingerDown: .fingerDown
            case .fingerMove: .fingerMove
            case .fingerUp: .fingerUp
            case .tap: .tap
            case .keyDown: .keyDown
            case .keyUp: .keyUp
            case .key: .key
            case .type: .type
            case .shake: .shake
            case .remoteControl: .remoteControl
            case .accelerate: .accelerate
            case .call: .call
            case .acceptCall: .acceptCall
            case .declineCall: .declineCall
            case .endCall: .endCall
            case .showAlert: .showAlert
            case .dismissAlert: .dismissAlert
            case .acceptAlert: .acceptAlert
            case .openNotificationCenter: .openNotificationCenter
            case .closeNotificationCenter: .closeNotificationCenter
            case .showBanner: .showBanner
            case .openURL: .openURL
            case .push: .push
            case .schedule: .schedule
            case .tapNotification: .tapNotification
            case .wake: .wake
            case .beginActivity: .beginActivity
            case .endActivity: .endActivity
            case .beginTask: .beginTask
            case .endTask: .endTask
            case .setIdleTimerDisabled: .setIdleTimerDisabled
            case .install: .install
            case .setIdiom: .setIdiom
            case .setCapabilities: .setCapabilities
            case .setNetwork: .setNetwork
            case .ask: .ask
            case .setMemoryWarningLevel: .setMemoryWarningLevel
            case .setFootprint: .setFootprint
            case .setMemoryCapacity: .setMemoryCapacity
            case .warnOfMemory: .warnOfMemory
            case .crash: .crash
            case .setAllowed: .setAllowed
            case .change: .change
            case .changeSettings: .changeSettings
            case .enterPasscode: .enterPasscode
            case .choosePasscode: .choosePasscode
            case .files: .files
            case .share: .share
            case .handOver: .handOver
            case .fill: .fill
            case .update: .update
            case .uninstall: .uninstall
            case .tamper: .tamper
            case .keychain: .keychain
            case .preference: .preference
            case .setSettings: .setSettings
            case .backUp: .backUp
            case .restore: .restore
            }
    }
}
