public import ResponderKit

/// An app of the device's system, which every device has.
///
/// A system app comes to the front like another app, but runs no code: it has no states and no application. An
/// installed app of the same name is another app.
public enum SystemApp: String, Hashable, Sendable, CaseIterable {
    /// Calls: opens `tel:` URLs, and is in front while an accepted call is in progress.
    case phone
    /// Text messages: opens `sms:` URLs.
    case messages
    /// The calendar.
    case calendar
    /// The store: opens `itms:`, `itmss:`, `itms-apps:` and `itms-appss:` URLs, and web addresses of the store's hosts.
    case store

    /// The system app that opens a URL; nil for URLs of other apps.
    ///
    /// A system app opens its URLs even where an installed app has their scheme.
    ///
    /// - Complexity: O(length of the URL); may allocate a copy of it.
    public init?(opening url: AppURL) {
        switch url.scheme {
        case "tel": self = .phone
        case "sms": self = .messages
        case "itms", "itmss", "itms-apps", "itms-appss": self = .store
        case "http", "https":
            guard let host = url.webHost, Self.storeHosts.contains(host) else { return nil }
            self = .store
        default: return nil
        }
    }

    private static let storeHosts: Set<String> = ["itunes.apple.com", "apps.apple.com", "phobos.apple.com"]
}

extension AppURL {
    /// The text after the scheme and its colon.
    var rest: Substring { string.dropFirst(scheme.count + 1) }

    /// The host of a web address, in lower case; nil where there is none.
    fileprivate var webHost: String? {
        guard rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        // A name of the user may stand before the host, and a port behind it.
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last?.prefix { $0 != ":" }
        return host?.lowercased()
    }
}

/// The app that comes to the front when nothing is in the way any more.
struct LaterFront {
    let app: InstalledApp
    /// The event that the app comes to the front for.
    var event: HostEvent?
    /// Whether the user has chosen the app: it is then launched where it does not run.
    var isChosen = false
}
