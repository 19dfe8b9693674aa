internal import Logging
public import ResponderCore
public import ResponderEventLoop

/// Compares what was typed with the operator's code, and limits the tries.
///
/// The hash is made in pieces between other work, so the screen goes on. After three wrong codes the next try has to
/// wait for half a minute, and twice as long after each further one, up to an hour (rule K14). A try is counted before
/// the code is compared, so switching the machine off saves none; after a restart the wait begins anew.
///
/// A recording keeps the answers and neither codes nor hashes; in a replay the answers are the recorded ones.
///
/// - Complexity: Each member is O(1), but a check makes as many rounds as the code has, some milliseconds at a time.
@MainActor
public final class CodeCheck {
    /// How many codes may be wrong before there is a wait.
    public nonisolated static let freeTries = 3
    /// Rounds at a time: two milliseconds or so.
    private static let piece = 4000

    private weak var application: Application?
    private let code: OperatorCode
    private let store: TryStore
    private var answers: Recorder.Input?
    private var completion: (@MainActor (Bool) -> Void)?
    /// How many wrong codes came one after the other.
    public private(set) var wrongCodes = 0
    /// When the next code may be tried, on the loop's clock.
    public private(set) var nextTry: MainRunLoop.Instant

    /// A check whose earlier wrong codes the store knows.
    ///
    /// - Parameters:
    ///   - application: The application, on whose loop the hash is made.
    ///   - code: The hash of the code.
    ///   - store: Where the wrong codes are counted.
    ///   - name: The name of the answers in a recording; each check of an application has another.
    public init(_ application: Application, _ code: OperatorCode, tries store: TryStore, name: String = "operator code")
    {
        self.application = application
        self.code = code
        self.store = store
        nextTry = application.runLoop.now
        answers = application.recorder.input(name) { [weak self] in self?.take($0) }
        guard !application.recorder.isReplaying else { return }
        do {
            wrongCodes = Self.clamped(try store.load())
        } catch {
            Logger(label: "responderkit.ResponderKiosk").error("\(error)")
            wrongCodes = Self.freeTries
        }
        wait()
        answers?.send("start \(wrongCodes)")
    }

    /// Whether a code is being compared.
    public var isChecking: Bool { completion != nil }

    /// How long the next try has to wait; zero if it need not.
    public var timeToWait: Duration {
        max(.zero, application.map { $0.runLoop.now.duration(to: nextTry) } ?? .zero)
    }

    /// Compares a code; `completion` is called in a later turn.
    ///
    /// - Returns: False if no code may be tried now, or another one is being compared: then nothing is called.
    @discardableResult
    public func check(_ typed: String, completion: @escaping @MainActor (Bool) -> Void) -> Bool {
        guard let application, !isChecking, timeToWait == .zero else { return false }
        self.completion = completion
        guard !application.recorder.isReplaying else { return true }
        do {
            try store.save(wrongCodes + 1)
        } catch {
            Logger(label: "responderkit.ResponderKiosk").error("\(error)")
            answers?.send("wrong \(wrongCodes)")
            return true
        }
        derive(KeyDerivation(typed, code.salt), code.rounds - 1, application)
        return true
    }

    private func derive(_ derivation: KeyDerivation, _ rounds: Int, _ application: Application) {
        guard rounds > 0 else { return answer(code.equals(derivation.key)) }
        application.runLoop.addTimer(after: .zero, name: "operator code") { [weak self, weak application] _ in
            guard let self, let application else { return }
            var derivation = derivation
            derivation.advance(by: min(rounds, Self.piece))
            derive(derivation, rounds - Self.piece, application)
        }
    }

    private func answer(_ isRight: Bool) {
        if isRight {
            // The code was right all the same; the next start has fewer tries.
            do { try store.save(0) } catch { Logger(label: "responderkit.ResponderKiosk").error("\(error)") }
        }
        answers?.send(isRight ? "right" : "wrong \(wrongCodes + 1)")
    }

    /// Takes an answer: of this check, or of a recording.
    private func take(_ answer: String) {
        let isRight = answer == "right"
        let number = answer.split(separator: " ").last.flatMap { Int($0) }
        wrongCodes = isRight ? 0 : number.map(Self.clamped) ?? wrongCodes
        wait()
        // The number that a start has found answers no try.
        guard !answer.hasPrefix("start") else { return }
        let completion = completion
        self.completion = nil
        completion?(isRight)
    }

    /// A number of wrong codes, which a store or a recording may have damaged; more make no longer wait.
    private static func clamped(_ number: Int) -> Int { min(max(number, 0), 1_000_000) }

    private func wait() {
        guard let application else { return }
        let excess = wrongCodes - Self.freeTries
        let seconds = excess < 0 ? 0 : min(3600, 30 << min(excess, 7))
        nextTry = application.runLoop.now.advanced(by: .seconds(seconds))
    }
}
