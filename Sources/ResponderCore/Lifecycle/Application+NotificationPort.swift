internal import ResponderEventLoop
public import ResponderNotifications
internal import ResponderSupport

// The messages that a host sends from another thread or process, and their form as bytes.
extension Application {
    /// Makes the notification port handle each ``HostMessage`` as ``receive(_:)`` does.
    ///
    /// A message that is out of place is dropped, and reported to ``onLifecycleEvent`` and
    /// `NotificationPort.onError`, since its sender does not wait for an answer.
    final func handleHostMessages() {
        notificationPort.handle(HostMessage.self) { [weak self] message in
            guard let self else { return }
            do throws(HostMessage.Refusal) {
                _ = try lifecycle.receive(message, self, isMerged: true)
            } catch {
                lifecycle.report(.refused(error), self)
                throw error
            }
        }
        notificationPort.register(HostMessage.self)
    }
}

extension HostMessage: NamedMessage {
    /// The name under which other processes send these messages.
    public static var name: String { "HostMessage" }

    /// The message in the UTF-8 text of `payload`, as ``init(parsing:)`` reads it.
    ///
    /// - Throws: ``Unknown`` if the text is no message.
    /// - Complexity: Linear in the bytes and in the known messages; allocates their texts.
    public init(payload: [UInt8]) throws {
        try self.init(parsing: String(decoding: payload, as: UTF8.self))
    }

    /// Parses a message from a text.
    ///
    /// The text is the ``description`` of a message, such as `enter background`, or has a URL at its end, as in
    /// `launch for clock:alarm`, `enter foreground for clock:alarm` and `deliver clock:alarm`.
    ///
    /// Other messages, such as a change of the device, have no text form and are sent as values.
    ///
    /// - Throws: ``Unknown`` if the text is no message.
    /// - Complexity: Linear in the text and in the known messages; allocates their texts.
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
        /// What stands where a message was expected.
        public let text: String
        /// The error in the text, or the list of the known messages.
        public let problem: String

        /// The text and the problem.
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
