internal import ResponderEventLoop
internal import ResponderSupport

/// Why a state was not saved, or not restored, wholly or in part.
///
/// The error is logged, and reported to ``Application/onLifecycleEvent``; the application goes on.
public enum StateError: Error, Hashable, Sendable {
    /// The state could not be written; the former saved state is still there.
    case notSaved(String)
    /// The saved state could not be read.
    case notRead(String)
    /// The saved state is damaged, or is no state.
    case corrupt(String)
    /// The saved state belongs to another app.
    case foreign(application: String)
    /// The saved state is of a newer version of this package than is `known`.
    case newerVersion(Int, known: Int)
    /// The application ended during each of the last restorations, of which there were two with the stores of this
    /// package: the saved state is put aside (``StateStore/setAside()``), and nothing is restored.
    case lastRestorationFailed
    /// Several controllers have the same path: only the first is saved.
    case duplicateController([String])
    /// Several views of the controller with this path have the same identifier: only the first is saved.
    case duplicateView(String, in: [String])
    /// The values that an object wrote are nested deeper than ``StateValue/depthLimit``; nothing is saved.
    case tooDeep(writer: [String])
    /// The controllers with these paths are no longer there; their values are left out.
    case unknownControllers([[String]])
    /// The views of a controller with these identifiers are no longer there.
    case unknownViews([String], in: [String])
}

extension StateError: CustomStringConvertible {
    /// The error and its correction, in one line without control characters.
    public var description: String {
        switch self {
        case .notSaved(let reason): "the state was not saved: \(reason.inOneLine())"
        case .notRead(let reason): "the saved state cannot be read: \(reason.inOneLine())"
        case .corrupt(let reason): "the saved state is damaged, and is not restored: \(reason.inOneLine())"
        case .foreign(let application):
            "the saved state belongs to the app \(application.quotedInOneLine(limit: 64)), and is not restored; give "
                + "each app a place of its own"
        case .newerVersion(let version, let known):
            "the saved state has the version \(version), and this library reads versions up to \(known): it is not "
                + "restored"
        case .lastRestorationFailed:
            "the application ended while it restored its state, time and again; that state is put aside"
        case .duplicateController(let path):
            "several controllers have the path \(Self.text(of: path)), and only the first is saved; give each child of "
                + "a controller a restorationIdentifier of its own"
        case .duplicateView(let identifier, let path):
            "several views of the controller \(Self.text(of: path)) have the restorationIdentifier "
                + "\(identifier.quotedInOneLine(limit: 64)), and only the first is saved; give each its own"
        case .tooDeep(let writer):
            "the state was not saved: the values that \(writer.isEmpty ? "the delegate" : Self.text(of: writer)) "
                + "wrote are nested more than \(StateValue.depthLimit) deep"
        case .unknownControllers(let paths):
            "the saved state has controllers that are not there any more: \(Self.list(paths.map(Self.text(of:))))"
        case .unknownViews(let identifiers, let path):
            "the saved state of the controller \(Self.text(of: path)) has views that are not there any more: "
                + Self.list(identifiers.map { $0.quotedInOneLine(limit: 64) })
        }
    }

    /// The most names in a message.
    private static let mostNames = 8

    private static func list(_ names: [String]) -> String {
        let rest = names.count - mostNames
        return names.prefix(mostNames).joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
    }

    static func text(of path: [String]) -> String {
        let rest = path.count - mostNames
        let names = path.prefix(mostNames).joined(separator: "/")
        return (rest > 0 ? names + "/…" : names).quotedInOneLine(limit: 128)
    }
}
