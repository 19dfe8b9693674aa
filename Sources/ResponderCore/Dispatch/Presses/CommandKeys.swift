/// The keys that are held and make no press, by the numbers that their presses would have.
///
/// A key is added before its command is looked for: code of the app that runs meanwhile may run the loop, where the key
/// may end.
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

    /// Whether the key is still held, and the application was active ever since the key went down.
    func contains(_ number: UInt64) -> Bool { place(of: number) != nil }

    /// Stores the command that the key has performed, if the key is still held.
    mutating func finish(_ number: UInt64, _ command: KeyCommand) {
        guard let place = place(of: number) else { return }
        (keys[place].command, keys[place].isBusy) = (command, false)
    }

    /// Removes a key that was released or makes a press; returns whether the key was in the list.
    @discardableResult
    mutating func remove(_ number: UInt64) -> Bool {
        guard let place = place(of: number) else { return false }
        keys.remove(at: place)
        return true
    }

    /// The command that a repetition of the key performs, which then lasts until `finish` is called; nil for none.
    mutating func takeRepeated(_ number: UInt64) -> KeyCommand? {
        guard let place = place(of: number), !keys[place].isBusy, let command = keys[place].command,
            command.allowsAutomaticRepeat
        else { return nil }
        keys[place].isBusy = true
        return command
    }

    /// Forgets all keys, since the application is no longer active.
    mutating func removeAll() { keys.removeAll() }

    private func place(of number: UInt64) -> Int? { keys.firstIndex { $0.number == number } }
}
