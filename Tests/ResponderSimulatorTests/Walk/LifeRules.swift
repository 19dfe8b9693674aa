import ResponderKit

/// What may follow what: written by hand from rule A3 and the sequences (docs/Rules.md).
enum LifeRules {
    /// Whether an app may go from one state to the other, with that call to its delegate last.
    static func allows(
        from: LifecycleState,
        to: LifecycleState,
        after call: String,
        isSilent: Bool
    ) -> Bool {
        switch (from, to) {
        case (.notRunning, .inactive), (.notRunning, .background): call == ""
        case (.inactive, .active): call == "didFinish" || call == "resignActive" || call == "enterForeground"
        case (.active, .inactive): call == "resignActive"
        case (.inactive, .background): call == "resignActive"
        case (.background, .inactive): call == "enterForeground"
        case (.background, .suspended), (.suspended, .background): call == "enterBackground"
        // Told so, or by a kill, which calls nobody.
        case (.background, .notRunning), (.inactive, .notRunning): isSilent || call == "terminate"
        case (.active, .notRunning), (.suspended, .notRunning): isSilent
        default: false
        }
    }

    /// Whether a call may come after another one.
    static func mayFollow(_ call: String, _ former: String) -> Bool {
        switch call {
        case "willFinish": former == ""
        case "didFinish": former == "willFinish"
        case "becomeActive": former == "didFinish" || former == "resignActive" || former == "enterForeground"
        case "resignActive": former == "becomeActive"
        case "enterBackground": former == "resignActive" || former == "didFinish"
        case "enterForeground": former == "enterBackground"
        case "terminate": former == "enterBackground" || former == "resignActive"
        default: false
        }
    }

    /// What an app hears right before that call or notification: the one of the two that A48 has first.
    static func forerunner(of heard: String) -> String? {
        switch heard {
        case "UIApplicationDidFinishLaunchingNotification": "didFinish"
        case "UIApplicationDidBecomeActiveNotification": "becomeActive"
        case "UIApplicationWillResignActiveNotification": "resignActive"
        case "UIApplicationDidEnterBackgroundNotification": "enterBackground"
        case "enterForeground": "UIApplicationWillEnterForegroundNotification"
        case "UIApplicationWillTerminateNotification": "terminate"
        case "timeChange": "UIApplicationSignificantTimeChangeNotification"
        case "UIApplicationDidReceiveMemoryWarningNotification": "memory"
        case "UIApplicationProtectedDataWillBecomeUnavailable": "dataLocked"
        case "UIApplicationProtectedDataDidBecomeAvailable": "dataUnlocked"
        default: nil
        }
    }
}
