internal import ResponderTouchInput

// Who takes a key (rules R31, R32): the application's own commands come first, then the commands of the responders up
// the chain from where presses enter.
extension Application {
    /// The commands that come before those of all responders; none at first.
    public final var systemKeyCommands: [KeyCommand] {
        get { dispatcherState.pointee.presses?.systemCommands ?? [] }
        set { dispatcher.makePresses().systemCommands = newValue }
    }

    /// The commands that keys would perform now: the application's own, and those of the responders up the chain from
    /// the first responder.
    ///
    /// Of several commands of one key, the one that comes first is listed (rule R32).
    ///
    /// - Complexity: O(commands); allocates the array that it returns.
    public final var availableKeyCommands: [KeyCommand] {
        var (commands, seen) = ([KeyCommand](), Set<KeyCommand.Shortcut>())
        dispatcher.forEachKeyCommand { command in
            if seen.insert(command.shortcut).inserted { commands.append(command) }
            return false
        }
        return commands
    }
}

extension TouchDispatcher {
    /// Calls `body` with each command, in the order of precedence, until it returns true.
    fileprivate func forEachKeyCommand(_ body: (KeyCommand) -> Bool) {
        for command in state.pointee.presses?.systemCommands ?? [] where body(command) { return }
        var current = state.pointee.entry?.pointee.object.takeUnretainedValue()
        // Overrides of `next` may make the chain a circle.
        for _ in 0..<RecordPointer.longestChain {
            guard let responder = current else { return }
            for command in responder.keyCommands ?? [] where body(command) { return }
            current = responder.record.callNext()
        }
    }

    /// Performs the first command of the key, if there is one; returns whether the key was taken.
    func takeAsCommand(_ due: Presses.Due, _ presses: Presses) -> Bool {
        let key = Key(due.frame)
        var found: KeyCommand?
        forEachKeyCommand { command in
            guard command.matches(key) else { return false }
            found = command
            return true
        }
        // The search may have run code of the app that makes it inactive.
        guard let command = found, state.pointee.acceptance.isActive, perform(command, presses) else { return false }
        presses.hold(command, number: due.number)
        return true
    }

    /// Performs the command of a key that is repeated.
    func repeatCommand(_ due: Presses.Due, _ presses: Presses) {
        guard let command = presses.command(due.number, isOver: due.frame.phase != .changed), due.frame.isRepeat,
            due.frame.phase == .changed, command.allowsAutomaticRepeat, state.pointee.acceptance.isActive
        else { return }
        beginDispatch()
        _ = perform(command, presses)
        endDispatch()
    }

    private func perform(_ command: KeyCommand, _ presses: Presses) -> Bool {
        guard let application = state.pointee.living.pointee.application else { return false }
        let isPerformed = command.perform(in: application)
        if isPerformed { presses.statistics.keyCommands += 1 }
        return isPerformed
    }

    /// The application's presses, made with the first use.
    func makePresses() -> Presses {
        if let presses = state.pointee.presses { return presses }
        let presses = Presses()
        state.pointee.presses = presses
        return presses
    }
}
