internal import ResponderCore
internal import ResponderNotifications

/// Who hears that the editing of a text has begun, and that it has ended.
enum EditingListener: CaseIterable {
    case delegate
    /// The observers in the notification centre.
    case observers
    /// The actions of a control.
    case actions
}

/// Tells listeners that the editing of a text begins and ends, in an order that calls of listeners cannot disturb.
///
/// Each listener hears of a begin and then of its end. When an editing is over before a listener's turn comes, the
/// listener hears nothing of that editing. The end of one editing precedes the begin of the next.
@MainActor
final class EditingSession {
    /// The number of the editing that is under way; nil for none.
    private var present: UInt64?
    private var newest: UInt64 = 0
    private var told: [EditingListener: UInt64] = [:]
    /// Where the begin was posted: the view may be out of its window at the end.
    private weak var application: Application?

    /// Begins or ends the editing, and calls `tell` for each listener that is to hear of it.
    func set(_ isEdited: Bool, _ tell: (EditingListener, _ begins: Bool) -> Void) {
        if isEdited { newest += 1 }
        present = isEdited ? newest : nil
        for listener in EditingListener.allCases {
            // A call may end the editing, or begin the next one.
            while told[listener] != present {
                let begins = told[listener] == nil
                told[listener] = begins ? present : nil
                tell(listener, begins)
            }
        }
    }

    /// Posts a begin in the centre of the application that shows the view, or an end where the begin was posted.
    func post(begins: Bool, of view: View, _ notification: some TypedNotification) {
        if begins { application = view.window?.application }
        application?.notificationCenter.post(notification)
    }
}
