/// The commands of a script.
enum DeviceCommand {
    /// A command, for help and for error messages.
    struct Form {
        let name: String
        var arguments = ""
        let meaning: String
    }

    /// The commands, in groups with a title.
    static let groups: [(title: String, forms: [Form])] = [
        (
            "Time and fingers",
            [
                Form(name: "wait", arguments: "TIME", meaning: "lets time pass: 5s, 250ms, 2min, 1h"),
                Form(name: "note", arguments: "TEXT", meaning: "writes a line into the history"),
                Form(name: "tap", arguments: "X,Y", meaning: "a finger comes down and is lifted"),
                Form(name: "down", arguments: "N X,Y", meaning: "finger N comes down"),
                Form(name: "move", arguments: "N X,Y", meaning: "finger N moves there"),
                Form(name: "up", arguments: "N", meaning: "finger N is lifted"),
                Form(name: "touch", arguments: "X,Y", meaning: "finger 1 comes down: down 1 X,Y"),
                Form(name: "release", arguments: "", meaning: "finger 1 is lifted: up 1"),
            ]
        ),
        (
            "Buttons",
            [
                Form(name: "launch", arguments: "APP", meaning: "starts an app, or brings it back"),
                Form(name: "home", arguments: "", meaning: "the home button"),
                Form(name: "switcher", arguments: "", meaning: "the home button twice: opens the app switcher"),
                Form(name: "choose", arguments: "APP", meaning: "chooses an app in the switcher"),
                Form(name: "close-switcher", arguments: "", meaning: "goes back to the app in front"),
                Form(name: "kill", arguments: "APP", meaning: "throws an app out of the switcher"),
                Form(name: "lock", arguments: "", meaning: "the lock button"),
                Form(
                    name: "unlock",
                    arguments: "[PASSCODE]",
                    meaning: "unlocks the screen; a wrong one is refused"
                ),
                Form(name: "switch-off", arguments: "", meaning: "switches the device off"),
                Form(name: "switch-on", arguments: "", meaning: "switches it on, locked"),
                Form(name: "passcode", arguments: "on|off|TEXT", meaning: "whether unlocking takes one; on: 1234"),
                Form(
                    name: "auto-lock",
                    arguments: "off|TIME TIME",
                    meaning: "dims the screen after a time, then locks it"
                ),
            ]
        ),
        (
            "Keys and motion",
            [
                Form(name: "key-down", arguments: "KEY", meaning: "a key goes down: a, return, up, f1 as 7:58"),
                Form(name: "key-up", arguments: "KEY", meaning: "it is released"),
                Form(name: "key", arguments: "KEY [MODIFIER ...]", meaning: "both, with shift, control, alt, command"),
                Form(name: "type", arguments: "TEXT", meaning: "types a text"),
                Form(name: "shake", arguments: "", meaning: "the device is shaken"),
                Form(name: "remote", arguments: "WHAT", meaning: "a remote control: play, pause, next ..."),
                Form(name: "accelerate", arguments: "X,Y,Z", meaning: "the accelerometer, in multiples of gravity"),
            ]
        ),
        (
            "Interruptions",
            [
                Form(name: "call", arguments: "NAME", meaning: "the phone rings"),
                Form(name: "accept-call", arguments: "", meaning: "answers it"),
                Form(name: "decline-call", arguments: "", meaning: "declines it"),
                Form(name: "end-call", arguments: "", meaning: "the call is over"),
                Form(name: "alert", arguments: "TEXT", meaning: "the system shows an alert"),
                Form(name: "dismiss-alert", arguments: "", meaning: "it is answered"),
                Form(name: "accept-alert", arguments: "[APP]", meaning: "opens APP, calendar ...; else the messages"),
                Form(name: "open-centre", arguments: "", meaning: "pulls the notification centre down"),
                Form(name: "close-centre", arguments: "", meaning: "closes it"),
                Form(name: "banner", arguments: "TEXT", meaning: "shows a banner"),
            ]
        ),
        (
            "Events for apps",
            [
                Form(name: "open", arguments: "URL [from APP]", meaning: "opens a URL in the app that has its scheme"),
                Form(name: "push", arguments: "APP [KEY=VALUE ...]", meaning: "a push comes for an app"),
                Form(
                    name: "schedule",
                    arguments: "APP NAME [at TIME] [every TIME] [saying TEXT] [with KEY=VALUE ...]",
                    meaning: "schedules a notification, in script time"
                ),
                Form(name: "open-notification", arguments: "APP", meaning: "opens the newest notification of an app"),
                Form(name: "wake", arguments: "APP MODE", meaning: "wakes an app in the background, as for fetch"),
                Form(
                    name: "begin",
                    arguments: "APP MODE",
                    meaning: "an app plays (audio), follows (location) ..."
                ),
                Form(name: "end", arguments: "APP MODE", meaning: "it stops that"),
                Form(name: "begin-task", arguments: "APP NAME [for TIME]", meaning: "an app begins a background task"),
                Form(name: "end-task", arguments: "APP NAME", meaning: "it ends the newest of that name"),
                Form(name: "idle-timer", arguments: "APP on|off", meaning: "off: the screen stays on for the app"),
            ]
        ),
        (
            "The system",
            [
                Form(name: "app", arguments: "NAME [WORD ...]", meaning: "puts an app on the device: see below"),
                Form(name: "idiom", arguments: "IDIOM", meaning: "phone, pad or unspecified"),
                Form(
                    name: "capabilities",
                    arguments: "[NAME ...]",
                    meaning: "what the device has, as gps still-camera"
                ),
                Form(name: "network", arguments: "WAY", meaning: "none, wifi, cellular, wired or other"),
                Form(name: "ask", arguments: "APP [WHAT]", meaning: "an app asks about the device: gps ... or all"),
                Form(name: "memory", arguments: "SIZE|unlimited", meaning: "how much memory there is, as 512MB"),
                Form(name: "memory-level", arguments: "SIZE|off", meaning: "above which apps are warned"),
                Form(name: "footprint", arguments: "APP SIZE", meaning: "how much of it an app takes"),
                Form(name: "memory-warning", arguments: "", meaning: "warns all apps"),
                Form(name: "crash", arguments: "APP", meaning: "an app crashes"),
                Form(name: "forbid", arguments: "APP", meaning: "an app may not be used"),
                Form(name: "allow", arguments: "APP", meaning: "an app may be used again"),
            ]
        ),
        (
            "Files of apps",
            [
                Form(
                    name: "write",
                    arguments: "APP PATH [class=CLASS] TEXT|size=SIZE",
                    meaning: "an app writes a file; CLASS as complete, none"
                ),
                Form(name: "write-plain", arguments: "APP PATH TEXT", meaning: "writes it past its container"),
                Form(name: "class", arguments: "APP PATH", meaning: "asks for a file's class"),
                Form(name: "read", arguments: "APP PATH", meaning: "reads it"),
                Form(name: "remove", arguments: "APP PATH", meaning: "removes it"),
                Form(name: "list", arguments: "APP [PATH]", meaning: "lists a folder, or its home"),
                Form(name: "exclude", arguments: "APP PATH", meaning: "takes a file out of backups"),
                Form(
                    name: "open-file",
                    arguments: "APP PATH [class=CLASS]",
                    meaning: "opens a file, and keeps it open"
                ),
                Form(name: "close-file", arguments: "APP PATH", meaning: "closes it"),
                Form(
                    name: "keychain",
                    arguments: "APP [add SERVICE ACCOUNT SECRET [WORD ...]|read SERVICE ACCOUNT|...]",
                    meaning: "its items; accessible=CLASS, this-device"
                ),
                Form(
                    name: "preference",
                    arguments: "APP KEY [VALUE|default VALUE]",
                    meaning: "reads it, sets it, or registers a default"
                ),
            ]
        ),
        (
            "The device's storage",
            [
                Form(
                    name: "share",
                    arguments: "APP [put NAME TEXT|get NAME|remove NAME]",
                    meaning: "a desktop has an app's Documents"
                ),
                Form(name: "hand-over", arguments: "APP NAME TEXT", meaning: "opens a document in an app: its Inbox"),
                Form(name: "fill", arguments: "SIZE|off", meaning: "fills the disk: so much is left"),
                Form(name: "backup", arguments: "[password=TEXT]", meaning: "backs the device up"),
                Form(
                    name: "restore",
                    arguments: "DEVICE [password=TEXT]",
                    meaning: "restores it onto device, or another"
                ),
                Form(name: "update", arguments: "APP", meaning: "replaces an app; its home moves"),
                Form(name: "uninstall", arguments: "APP", meaning: "removes an app and its home"),
                Form(name: "tamper", arguments: "APP", meaning: "changes its bundle past the device"),
            ]
        ),
        (
            "The device changes",
            [
                Form(name: "orientation", arguments: "WAY", meaning: "portrait, landscape-left, face-up ..."),
                Form(name: "time-changed", arguments: "", meaning: "midnight, or another time zone"),
                Form(name: "battery-level", arguments: "NUMBER", meaning: "from 0 to 1"),
                Form(name: "battery-state", arguments: "STATE", meaning: "unplugged, charging, full, unknown"),
                Form(name: "proximity", arguments: "near|far", meaning: "something is close to the screen"),
                Form(name: "locale", arguments: "NAME", meaning: "as en_GB"),
                Form(
                    name: "settings",
                    arguments: "APP [KEY ...|KEY=VALUE ...]",
                    meaning: "the settings page changes settings of an app"
                ),
                Form(name: "all-settings", arguments: "[KEY ...]", meaning: "settings of all apps are changed"),
                Form(name: "screens", arguments: "[NAME ...]", meaning: "the screens that are connected"),
                Form(name: "screen-modes", arguments: "[NAME=MODE ...]", meaning: "their modes"),
                Form(name: "accessories", arguments: "[NAME ...]", meaning: "the accessories that are connected"),
                Form(
                    name: "protected-data",
                    arguments: "available|locked",
                    meaning: "whether protected files can be read"
                ),
                Form(name: "cloud-identity", arguments: "[NAME]", meaning: "who is signed in to the cloud"),
            ]
        ),
    ]

    /// The names of all commands.
    static let names = groups.flatMap { $0.forms.map(\.name) }

    static func form(_ name: String) -> Form? {
        for group in groups {
            if let form = group.forms.first(where: { $0.name == name }) { return form }
        }
        return nil
    }
}
