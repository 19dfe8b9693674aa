internal import CResponderEventLoop

extension MainRunLoop {
    /// Adds a source that any thread may signal, and that then performs once on the main actor (rule L11).
    ///
    /// - Parameters:
    ///   - priority: Sources of a higher one perform first, those of ``Priority/input`` before timers.
    ///   - order: Among those of equal priority, sources perform in ascending order of it.
    ///   - modes: It performs in runs of these modes.
    ///   - name: What the ledger calls it.
    ///   - perform: What to do; it is kept until the source is cancelled.
    public func addUserSource(
        priority: Priority = .default,
        order: Int = 0,
        in modes: ModeSet = .common,
        name: StaticString = #function,
        perform: @escaping @MainActor () -> Void
    ) -> UserSource {
        let source = UserSource(
            inbox: inbox,
            priority: priority,
            order: order,
            modes: modes,
            name: CallbackName(name),
            perform: perform
        ) { [weak self] source in
            guard let self else { return }
            state.pointee.population.remove(modes.mask)
            state.pointee.userSources[ObjectIdentifier(source)] = nil
            wakeIfSuspended()
        }
        state.pointee.population.add(modes.mask)
        state.pointee.userSources[ObjectIdentifier(source)] = source
        return source
    }

    /// Watches a file descriptor: `perform` is called when it is ready for what was asked.
    ///
    /// The descriptor stays the caller's; cancel the source before closing it, and make it non-blocking: what it was found
    /// ready for may have been read by somebody else when the source performs. In a mode that it is not in it is left alone,
    /// and does not keep the loop awake.
    ///
    /// What epoll takes can be watched, also files of procfs and sysfs that the kernel reports changes of, as
    /// `/proc/self/mountinfo`. Those can always be read, so watch them by edge: each change is reported as readable.
    ///
    /// - Throws: ``Error/cannotWatch(descriptor:errno:)`` for a descriptor that is closed, a regular file, a folder or a
    ///   device that cannot be waited on, as /dev/null, for one that another source watches with the other trigger, for
    ///   the loop's own, and where `readiness` is empty.
    public func addDescriptorSource(
        _ descriptor: Int32,
        for readiness: DescriptorSource.Readiness,
        trigger: DescriptorSource.Trigger = .level,
        priority: Priority = .default,
        in modes: ModeSet = .common,
        name: StaticString = #function,
        perform: @escaping @MainActor (DescriptorSource.Readiness) -> Void
    ) throws(MainRunLoop.Error) -> DescriptorSource {
        try DescriptorSource(
            loop: self,
            name: CallbackName(name),
            descriptor: descriptor,
            readiness: readiness,
            trigger: trigger,
            priority: priority,
            modes: modes,
            perform: perform
        )
    }

    /// Waits for a signal of the system: `perform` is called with how often it came since the last call, whatever that
    /// number. (The kernel keeps one of a kind that waits to be delivered.)
    ///
    /// While there is a source for it the signal does nothing else. The signal must not be blocked in all threads.
    ///
    /// - Throws: ``Error/cannotTakeSignal(_:reason:)`` where it cannot be caught, where the process has a handler for it, as
    ///   an application has for SIGINT and SIGTERM, and where another loop waits for signals: only one of a process may.
    public func addSignalSource(
        _ signal: Int32,
        priority: Priority = .default,
        in modes: ModeSet = .common,
        name: StaticString = #function,
        perform: @escaping @MainActor (Int) -> Void
    ) throws(MainRunLoop.Error) -> SignalSource {
        try SignalSource(
            loop: self,
            name: CallbackName(name),
            signal: signal,
            priority: priority,
            modes: modes,
            perform: perform
        )
    }

    /// Has `perform` told of the activities of the loop's runs.
    ///
    /// - Parameters:
    ///   - activities: What it is told of.
    ///   - order: Observers are told in ascending order of it.
    ///   - repeats: Whether it is told each time; otherwise once, of the first of the activities that comes.
    ///   - modes: It is told of runs of these modes.
    ///   - name: What the ledger calls it.
    ///   - perform: Called with the activity.
    @discardableResult
    public func addObserver(
        of activities: Activity,
        order: Int = 0,
        repeats: Bool = true,
        in modes: ModeSet = .common,
        name: StaticString = #function,
        perform: @escaping @MainActor (Activity) -> Void
    ) -> Observer {
        let observer = Observer(
            loop: self,
            name: CallbackName(name),
            activities: activities,
            order: order,
            repeats: repeats,
            modes: modes,
            perform: perform
        )
        let place = state.pointee.observers.firstIndex { $0.order > order } ?? state.pointee.observers.endIndex
        state.pointee.observers.insert(observer, at: place)
        state.pointee.observedActivities.formUnion(activities)
        return observer
    }

    /// Adds a function to the update pass.
    ///
    /// It is called once in each turn in which ``setNeedsUpdate()`` was called.
    public func addUpdateHandler(
        order: Int = 0,
        name: StaticString = #function,
        perform: @escaping @MainActor () -> Void
    ) -> UpdateHandler {
        let handler = UpdateHandler(loop: self, name: CallbackName(name), order: order, perform: perform)
        let place =
            state.pointee.updateHandlers.firstIndex { $0.order > order } ?? state.pointee.updateHandlers.endIndex
        state.pointee.updateHandlers.insert(handler, at: place)
        wakeIfSuspended()
        return handler
    }

    /// Asks for an update pass before the loop sleeps.
    ///
    /// Any number of calls in a turn cause one pass; a call from inside the pass causes one in the next turn, which
    /// does not wait.
    public func setNeedsUpdate() {
        state.pointee.needsUpdate = true
        wakeIfSuspended()
    }

    /// Adds a port: what step 4 of the turn serves.
    package func addInput(_ input: any InputSource, in modes: ModeSet = .common) {
        state.pointee.inputs.append(InputList.Input(input, modes: modes.mask))
        state.pointee.population.add(modes.mask)
        wakeIfSuspended()
    }

    /// Takes a port out again.
    package func removeInput(_ input: any InputSource) {
        guard let place = state.pointee.inputs.remove(input) else { return }
        state.pointee.population.remove(place.pointee.input.modes)
        InputList.letGo(place)
        wakeIfSuspended()
    }

    /// Whether anything is watched for somebody: a descriptor or a signal.
    var hasWatches: Bool { !state.pointee.watches.isEmpty }

    func keep(_ watch: Watch, in modes: ModeSet) {
        state.pointee.watches[ObjectIdentifier(watch)] = watch
        state.pointee.population.add(modes.mask)
    }

    func forget(_ watch: Watch, in modes: ModeSet) {
        state.pointee.population.remove(modes.mask)
        state.pointee.watches[ObjectIdentifier(watch)] = nil
        wakeIfSuspended()
    }

    func forget(_ handler: UpdateHandler) {
        state.pointee.updateHandlers.removeAll { $0 === handler }
    }

    func forget(_ observer: Observer) {
        state.pointee.observers.removeAll { $0 === observer }
        state.pointee.observedActivities = state.pointee.observers.reduce(into: []) { $0.formUnion($1.activities) }
    }

    /// Has an awaited run that is suspended, or a host, look again: what it waits for has changed on the main actor itself.
    func wakeIfSuspended() {
        timers.wakeIfSuspended()
    }
}
