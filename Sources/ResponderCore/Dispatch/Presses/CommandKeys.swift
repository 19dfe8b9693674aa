/// The keys that are held and make no press, by the numbers that their presses would have.
///
/// A key is here from before its command is looked for: code of the app that runs meanwhile may run the loop, which may
/// bring the key's end.
struct CommandKeys {
    private struct HeldKey {
        let number: UInt64
        /// The command that the key has performed; nil while it is looked for.
        var command: KeyCommand?
        /// Whether a command is being looked for or performed: a repetition then performs nothing.
        var isBusy = true
    }

    private var keys: [HeldKey] = []

    /// Adds a key whose command is looked for.
    mutating func add(_ number: UInt64) { keys.append(HeldKey(number: number)) }

    /// Whether the key is still held, and the application has been active since it went down.
    func contains(_ number: UInt64) -> Bool { place(of: number) != nil }

    /// Keeps the command that the key has performed, unless the key is no longer held.
    mutating func finish(_ number: UInt64, _ command: KeyCommand) {
        guard let place = place(of: number) else { return }
        (keys[place].command, keys[place].isBusy) = (command, false)
    }

    /// Removes a key, which is over or is a press; returns whether it was there.
    @discardableResult
    mutating func remove(_ number: UInt64) -> Bool {
        guard let place = place(of: number) else { return false }
        keys.remove(at: place)
        return true
    }

    /// The command that a repetition of the key performs, until `finish` is called; nil for none.
    mutating func takeRepeated(_ number: UInt64) -> KeyCommand? {
        guard let place = place(of: number), !keys[place].isBusy, let command = keys[place].command,
            command.allowsAutomaticRepeat
        else { return nil }
        keys[place].isBusy = true
        return command
    }

    /// Forgets all: the application is no longer active.
    mutating func removeAll() { keys.removeAll() }

    private func place(of number: UInt64) -> Int? { keys.firstIndex { $0.number == number } }
}
