internal import ResponderTouchInput

// The order in which a key is offered (rules R31, R32): first to the application's own commands, then to the first
// responder if it wants the key for itself, then to the commands of the responders up the chain.
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
    ///
    /// - Parameter key: If the first responder wants this key, only commands that come before the first responder are
    ///   searched.
    fileprivate func forEachKeyCommand(of key: Key? = nil, _ body: (KeyCommand) -> Bool) {
        for command in state.pointee.presses?.systemCommands ?? [] where body(command) { return }
        var current = state.pointee.firstResponder?.pointee.object.takeUnretainedValue()
        let isWanted = key.map { current?.wantsKeyBeforeCommands($0) == true } ?? false
        // Overrides of `next` may make the chain a circle.
        for _ in 0..<RecordPointer.longestChain {
            guard let responder = current else { return }
            for command in responder.keyCommands ?? [] {
                if isWanted && !command.wantsPriorityOverSystemBehavior { continue }
                if body(command) { return }
            }
            current = responder.record.callNext()
        }
    }

    /// Performs the first command of the key that a responder performs.
    ///
    /// - Returns: Whether the key makes no press: a command has taken the key, the key was released meanwhile, or the
    ///   application was inactive meanwhile.
    func performCommand(_ due: Presses.Due, _ presses: Presses) -> Bool {
        let key = Key(due.frame)
        presses.commandKeys.add(due.number)
        var isTaken = false
        forEachKeyCommand(of: key) { command in
            // The search runs code of the app, which may run the loop.
            guard presses.commandKeys.contains(due.number) else { return true }
            guard command.matches(key), perform(command, presses) else { return false }
            presses.commandKeys.finish(due.number, command)
            isTaken = true
            return true
        }
        return isTaken || !presses.commandKeys.remove(due.number)
    }

    /// Handles a further sample of a key that a command took: a repetition performs the command again.
    func continueCommand(_ due: Presses.Due, _ presses: Presses) {
        guard due.frame.phase == .changed else {
            presses.commandKeys.remove(due.number)
            state.pointee.activity?.gate.release(press: due.number)
            return
        }
        guard due.frame.isRepeat, state.pointee.acceptance.isActive,
            let command = presses.commandKeys.takeRepeated(due.number)
        else { return }
        beginDispatch()
        _ = perform(command, presses)
        presses.commandKeys.finish(due.number, command)
        endDispatch()
    }

    private func perform(_ command: KeyCommand, _ presses: Presses) -> Bool {
        guard let application = state.pointee.lifetime.weakApplication.pointee.application else { return false }
        let isPerformed = command.perform(in: application)
        if isPerformed { presses.statistics.keyCommands += 1 }
        return isPerformed
    }

    /// The application's presses, which are made at the first use.
    func makePresses() -> Presses {
        if let presses = state.pointee.presses { return presses }
        let presses = Presses()
        state.pointee.presses = presses
        return presses
    }
}
