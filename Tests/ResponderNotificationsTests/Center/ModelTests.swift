import TestSupport
import Testing

@testable import ResponderNotifications

/// The rules said plainly: a post takes a copy of the list, and asks of each observer whether it is still there.
@MainActor
final class PlainModel {
    /// What an observer asks for; nil stands for any.
    struct Observer {
        let number: Int
        let type: Int?
        let subject: Int?
    }

    private(set) var observers: [Observer] = []

    func add(_ observer: Observer) {
        observers.append(observer)
    }

    func remove(_ number: Int) {
        observers.removeAll { $0.number == number }
    }

    func post(type: Int, subject: Int?, calling: (Int) -> Void) {
        for observer in observers where observers.contains(where: { $0.number == observer.number }) {
            guard observer.type ?? type == type, observer.subject == nil || observer.subject == subject else {
                continue
            }
            calling(observer.number)
        }
    }
}

/// One world of observers that act when called: the centre and the model each get the same script.
///
/// What a callback does follows from the seed, the observer's number and how many calls there were, so two worlds
/// that call alike act alike, and the first difference in the logs is the first mistake.
@MainActor
final class World {
    private let center: TypedNotificationCenter?
    private let model = PlainModel()
    private let subjects = (0..<4).map { _ in Subject() }
    private let seed: UInt64
    private var tokens: [Int: ObservationToken] = [:]
    private var live: [Int] = []
    private var nextNumber = 0
    private var depth = 0
    private(set) var log: [String] = []
    private(set) var operations = 0

    /// A world on `center`, or on the plain model where that is nil.
    init(on center: TypedNotificationCenter?, seed: UInt64) {
        self.center = center
        self.seed = seed
    }

    /// Adds, cancels, releases or posts, as `generator` says.
    func act(_ generator: inout SeededGenerator) {
        operations += 1
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<3 where live.count < 30:
            add(
                type: [nil, 0, 1].randomElement(using: &generator) ?? nil,
                subject: Bool.random(using: &generator) ? nil : Int.random(in: 0..<4, using: &generator)
            )
        case 0..<6:
            guard let number = live.randomElement(using: &generator) else { return }
            remove(number, byReleasing: Bool.random(using: &generator))
        default:
            guard depth < 4 else { return }
            post(
                type: Int.random(in: 0..<2, using: &generator),
                subject: [nil, 0, 1, 2, 3].randomElement(using: &generator) ?? nil
            )
        }
    }

    private func add(type: Int?, subject: Int?) {
        let number = nextNumber
        nextNumber += 1
        live.append(number)
        log.append("add \(number) type \(type ?? -1) subject \(subject ?? -1)")
        let object = subject.map { subjects[$0] }
        guard let center else {
            return model.add(PlainModel.Observer(number: number, type: type, subject: subject))
        }
        tokens[number] =
            switch type {
            case nil: center.observeAny(of: object) { [weak self] _ in self?.called(number) }
            case 0: center.observe(Ping.self, of: object) { [weak self] _ in self?.called(number) }
            default: center.observe(Pong.self, of: object) { [weak self] _ in self?.called(number) }
            }
    }

    private func remove(_ number: Int, byReleasing: Bool) {
        live.removeAll { $0 == number }
        log.append("remove \(number)")
        guard center != nil else { return model.remove(number) }
        if !byReleasing {
            tokens[number]?.cancel()
        }
        tokens[number] = nil
    }

    private func post(type: Int, subject: Int?) {
        log.append("post \(type) about \(subject ?? -1)")
        depth += 1
        defer { depth -= 1 }
        let object = subject.map { subjects[$0] }
        if let center {
            type == 0 ? center.post(Ping(subject: object)) : center.post(Pong(subject: object))
        } else {
            model.post(type: type, subject: subject) { called($0) }
        }
        log.append("posted")
    }

    private func called(_ number: Int) {
        log.append("\(number) called")
        var generator = SeededGenerator(seed: seed ^ UInt64(number) << 32 ^ UInt64(log.count))
        if Int.random(in: 0..<4, using: &generator) == 0 {
            act(&generator)
        }
    }
}

@MainActor
@Suite("The centre against a plain model")
struct ModelTests {
    @Test(
        "10,000 random operations, many inside callbacks, call the same observers in the same order",
        arguments: [1, 20_260, 0xfeed_beef] as [UInt64]
    )
    func randomOperations(seed: UInt64) throws {
        // Rules: N2, N3, N4.
        // Rules: N5, N6, N8.
        let center = TypedNotificationCenter()
        let (real, plain) = (World(on: center, seed: seed), World(on: nil, seed: seed))
        var (first, second) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
        while real.operations < 10_000 {
            real.act(&first)
            plain.act(&second)
            // The worlds draw the same numbers as long as they act alike; compare before they drift apart.
            guard real.log.count == plain.log.count, real.log.last == plain.log.last else { break }
        }
        let difference = zip(real.log, plain.log).enumerated().first { $0.element.0 != $0.element.1 }
        let start = max(0, (difference?.offset ?? min(real.log.count, plain.log.count)) - 20)
        #expect(
            real.log == plain.log,
            """
            seed \(seed); the centre, from line \(start):
            \(real.log[start...].prefix(25).joined(separator: "\n"))
            the model:
            \(plain.log[start...].prefix(25).joined(separator: "\n"))
            """
        )
        #expect(real.operations >= 10_000)
        #expect(center.storedCount <= 2 * 30 + 1)
    }
}
