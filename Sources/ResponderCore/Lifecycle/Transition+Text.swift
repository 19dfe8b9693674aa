// The table of transitions as text for readers.
extension Transition {
    /// Rows as text: for each row the edge, the cause, the limit and the steps in order.
    ///
    /// A delegate's call is written `D name`, a notification `N name`; the state that they see stands in brackets.
    ///
    /// - Parameter rows: The rows; by default the whole table.
    /// - Complexity: Linear in the rows and their steps; allocates the text and its parts.
    public static func text(of rows: [Transition] = table) -> String {
        rows.map(\.description).joined(separator: "\n")
    }
}

extension Transition: CustomStringConvertible {
    /// The row as lines of text, its steps indented.
    public var description: String {
        var head = "\(from) -> \(to)  on \(cause)"
        if !begins { head += ", from the row before" }
        if condition != .always { head += ", \(condition)" }
        if let limit { head += ", within the limit \"\(limit)\"" }
        return ([head + "  [\(source)]"] + lines.map { "    " + $0 }).joined(separator: "\n")
    }

    private var lines: [String] {
        var state = from
        return steps.map { step in
            switch step {
            case .enter(let next):
                state = next
                return "state: \(next)"
            case .call(let call): return "D \(call) [\(state)]"
            case .post(let post): return "N \(post.name) [\(state)]"
            case .deliverEvent: return "D of the event, if there is one [\(state)]"
            case .deliverChanges: return "D and N of each change during the suspension [\(state)]"
            case .saveState: return "D of saving the state, if the app saves it [\(state)]"
            case .saveChangedState: return "D of saving the state, if the app saves it continuously [\(state)]"
            case .restoreState: return "D of restoring the state, if one was saved [\(state)]"
            default: return step.text
            }
        }
    }
}

extension Transition.Step {
    /// The text of a step that `lines` does not write itself.
    fileprivate var text: String {
        switch self {
        case .enter, .call, .post, .deliverEvent, .deliverChanges, .saveState, .saveChangedState, .restoreState: ""
        case .endRestoration: "the restoration has gone well"
        case .showMainInterface: "the main interface's window is shown"
        case .rotateInterface: "the interface rotates to the device's orientation"
        case .showWindows: "windows come on the screen"
        case .hideWindows: "windows leave the screen"
        case .dropTouches: "touches that came meanwhile are dropped"
        case .acceptTouches: "touches are accepted"
        case .cancelTouches: "touches that are down are cancelled"
        case .discardTouches: "touches are forgotten"
        case .holdUpdates: "update passes are held"
        case .releaseUpdates: "the held update pass runs"
        case .takeSnapshots: "a snapshot of each shown window is kept"
        case .releaseBackingStores: "views let go of what they have drawn"
        case .disconnectAccessories: "N of accessories that count as disconnected"
        case .withholdAccessories: "accessories count as disconnected"
        case .connectAccessories: "N of accessories that count as connected"
        case .shutDownSockets: "the sockets that the app named are shut down"
        case .stopLoop: "the loop stops"
        }
    }
}

extension Transition.Cause: CustomStringConvertible {
    /// The message's name in words, such as `enter background`.
    public var description: String {
        switch self {
        case .launch: "launch"
        case .launchInBackground: "launch in background"
        case .activate: "activate"
        case .resignActive: "resign active"
        case .enterBackground: "enter background"
        case .enterForeground: "enter foreground"
        case .suspend: "suspend"
        case .resume: "resume"
        case .terminate: "terminate"
        case .kill: "kill"
        }
    }
}

extension Transition.Condition: CustomStringConvertible {
    /// The condition in words.
    public var description: String {
        switch self {
        case .always: "always"
        case .multitasking: "with multitasking"
        case .exitsAtOnce: "where the app exits on suspend"
        case .exitsInBackground: "where the app exits on suspend in the background"
        case .entersBackground: "unless the app exits on suspend before"
        }
    }
}
