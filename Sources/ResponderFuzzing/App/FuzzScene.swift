internal import ResponderKit

/// What a random app consists of while it runs: who is there, in the order of their making, and what happens at random.
@MainActor
final class FuzzScene {
    let parts: AppParts
    private(set) weak var application: FuzzApplication?
    private weak var watch: AppWatch?
    var random: SplitMix
    /// What happens inside callbacks has numbers of its own, so that it can be left out.
    var mutationRandom: SplitMix
    private var counts: [String: Int] = [:]
    /// How many callbacks may still do something: a step gives some.
    private var energy = FuzzScene.fullEnergy
    private var depth = 0
    /// In one of how many callbacks something happens.
    private let calm: Int

    var window: Window?
    /// Windows besides the first; an application keeps those that are shown alive.
    var windows: [Window] = []
    var views = WeakList<View>()
    var controllers = WeakList<ViewController>()
    var recognizers = WeakList<GestureRecognizer>()
    var lists = WeakList<FuzzList>()
    var scrolls = WeakList<ScrollView>()
    var navigations = WeakList<NavigationController>()
    var tabs: TabBarController?
    let gestureDelegate = FuzzGestureDelegate()
    let scrollDelegate = FuzzScrollDelegate()
    let fieldDelegate = FuzzFieldDelegate()
    /// Views that were taken out, and may come back.
    var takenOut: [View] = []
    var alert: AlertController?

    private static let fullEnergy = 12

    init(_ name: AppName, _ application: FuzzApplication, _ watch: AppWatch) {
        parts = name.parts
        (self.application, self.watch) = (application, watch)
        random = SplitMix(seed: name.seed, of: "app")
        mutationRandom = SplitMix(seed: name.seed, of: "mutations")
        calm = mutationRandom.number(in: 3...14)
        gestureDelegate.scene = self
        scrollDelegate.scene = self
        fieldDelegate.scene = self
        for object in [gestureDelegate, scrollDelegate, fieldDelegate] as [AnyObject] { made(object, "a delegate") }
    }

    func has(_ part: AppParts) -> Bool { parts.contains(part) }

    // MARK: What is observed

    /// A name for a new part, such as `view 3`.
    func name(_ kind: String) -> String {
        let number = (counts[kind] ?? 0) + 1
        counts[kind] = number
        return "\(kind)\(number)"
    }

    /// Notes an object that should be gone when the app has ended.
    func made(_ object: AnyObject, _ name: String) { watch?.add(object, name) }

    func note(_ observation: Observation) { watch?.note(observation) }
    func log(_ text: String) { note(.note(text)) }

    func note(_ phase: Touch.Phase, _ touches: TouchSet, to name: String) {
        guard let watch else { return }
        for touch in touches { note(.touch(phase, watch.number(of: touch), to: name)) }
        happen("touch")
    }

    func note(_ phase: Observation.PressPhase, _ presses: PressSet, to name: String) {
        for press in presses { note(.press(phase, Int(press.number), to: name)) }
        happen("press")
    }

    func note(_ call: Observation.AppearanceCall, of name: String) {
        note(.appearance(name, call))
        happen("appearance")
    }

    /// Whether the monkey asks what is on the screen, which it does not do when a run is repeated.
    var isAskedByMonkey: Bool { watch?.isAsking ?? false }

    // MARK: What happens

    /// A callback: now and then the app changes something in it.
    func happen(_ place: String) {
        if place != "touch", place != "press", place != "appearance" { log(place) }
        guard has(.mutations), !isAskedByMonkey, depth < 2, energy > 0, mutationRandom.one(in: calm) else {
            return
        }
        energy -= 1
        depth += 1
        mutate()
        depth -= 1
    }

    /// Time has passed, so callbacks may do something again.
    func regainEnergy() { energy = Self.fullEnergy }
}

/// Objects that others keep alive, in the order of their making.
@MainActor
struct WeakList<Element: AnyObject> {
    private struct Entry { weak var object: Element? }

    private var entries: [Entry] = []

    mutating func add(_ object: Element) {
        entries.append(Entry(object: object))
        if entries.count % 64 == 0 { entries.removeAll { $0.object == nil } }
    }

    var all: [Element] { entries.compactMap(\.object) }
}
