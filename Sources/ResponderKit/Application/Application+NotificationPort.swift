internal import ResponderEventLoop
public import ResponderNotifications

// What a host sends from elsewhere, and how it reads as bytes.
extension Application {
    /// Has the notification port's messages of a host received as those of ``receive(_:)``.
    ///
    /// One that is out of place is dropped, and ``onLifecycleEvent`` and ``NotificationPort/onError`` are told: nobody waits for
    /// the answer.
    final func handleHostMessages() {
        notificationPort.handle(HostMessage.self) { [weak self] message in
            guard let self else { return }
            do throws(HostMessage.Refusal) {
                _ = try lifecycle.receive(message, self, isMerged: true)
            } catch {
                lifecycle.tell(.refused(error), self)
                throw error
            }
        }
        notificationPort.register(HostMessage.self)
    }
}

extension HostMessage: NamedMessage {
    /// By what another process names it.
    public static var name: String { "HostMessage" }

    /// The message that bytes say, as ``init(parsing:)`` does.
    public init(payload: [UInt8]) throws {
        try self.init(parsing: String(decoding: payload, as: UTF8.self))
    }

    /// The message that a text says, in the words of its ``description``: `enter background`, or with a URL,
    /// `launch for clock:alarm`, `enter foreground for clock:alarm`, `deliver clock:alarm`.
    ///
    /// Those that say more than a text does, as a change of the device, are sent as values.
    ///
    /// - Throws: ``Unknown`` for a text that says none.
    public init(parsing text: String) throws(Unknown) {
        if let message = Self.plain.first(where: { $0.description == text }) {
            self = message
            return
        }
        for (words, message) in Self.withURL where text.hasPrefix(words) {
            do throws(AppURL.Invalid) {
                self = message(.url(try AppURL(String(text.dropFirst(words.count)))))
                return
            } catch {
                throw Unknown(text: text, problem: "\(error)")
            }
        }
        let known = Self.plain.map(\.description) + Self.withURL.map { "\($0.words)URL" }
        throw Unknown(text: text, problem: "there are \(known.joined(separator: ", "))")
    }

    /// Why a text is no message of a host.
    public struct Unknown: Error, Hashable, CustomStringConvertible {
        /// The text.
        public let text: String
        /// What is wrong with it, or what there is.
        public let problem: String

        /// The text, and what is wrong with it.
        public var description: String { "\(text.quotedInOneLine()) is no message of a host: \(problem)" }
    }

    private static let plain: [HostMessage] = [
        .launch(), .launchInBackground(), .activate, .resignActive, .enterBackground, .enterForeground(), .suspend,
        .resume,
        .terminate, .kill, .memoryWarning,
    ]
    private static let withURL: [(words: String, message: @Sendable (HostEvent) -> HostMessage)] = [
        ("launch for ", { .launch(LaunchOptions(for: $0)) }), ("enter foreground for ", { .enterForeground(for: $0) }),
        ("deliver ", { .deliver($0) }),
    ]
}
