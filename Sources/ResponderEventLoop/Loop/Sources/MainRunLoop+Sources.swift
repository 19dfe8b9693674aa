internal import CResponderEventLoop

extension MainRunLoop {
    /// Adds a source that any thread may signal; a signalled source performs once on the main actor (rule L11).
    ///
    /// - Parameters:
    ///   - priority: Sources of a higher priority perform first, those of ``Priority/input`` before ports and timers.
    ///   - order: Sources of equal priority perform in ascending order of this value.
    ///   - modes: The modes of the runs in which the source performs.
    ///   - name: The source's name in the ledger.
    ///   - perform: Called once for any number of signals; kept until the source is cancelled.
    /// - Complexity: Amortised O(1); allocates the source.
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
        ) { [weak self] source, change in
            guard let self else { return }
            switch change {
            case .keepsRunAlive(let keeps):
                state.pointee.population.remove(modes.mask, isWeak: keeps)
                state.pointee.population.add(modes.mask, isWeak: !keeps)
            case .removed:
                state.pointee.population.remove(modes.mask, isWeak: !source.keepsRunAlive)
                state.pointee.userSources[ObjectIdentifier(source)] = nil
            }
            wakeIfSuspended()
        }
        state.pointee.population.add(modes.mask)
        state.pointee.userSources[ObjectIdentifier(source)] = source
        return source
    }

    /// Watches a file descriptor: `perform` is called when the descriptor is ready for what `readiness` says.
    ///
    /// The caller goes on owning the descriptor. Make it non-blocking, since other code may have read the data before
    /// the source performs, and cancel the source before closing the descriptor. In modes other than `modes` the source
    /// is not served, and does not keep the loop awake.
    ///
    /// Every descriptor that epoll accepts can be watched, including those of files of procfs and sysfs whose changes
    /// the kernel reports (`/proc/self/mountinfo`, for example). Such files are always readable, so watch them
    /// edge-triggered: each change is reported as readable. Or watch them for
    /// ``DescriptorSource/Readiness/priority``, which they report until they are read again.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - readiness: What the descriptor is watched for; ``DescriptorSource/change(to:)`` changes it.
    ///   - trigger: Whether the source performs as long as the descriptor is ready, or when it becomes ready.
    ///   - repeats: Whether the source performs each time. Otherwise it performs once: it is cancelled just before, so
    ///     that `perform` may close the descriptor.
    ///   - priority: Sources of a higher priority perform first.
    ///   - modes: The modes of the runs in which the source performs.
    ///   - name: The source's name in the ledger.
    ///   - perform: Called with what the descriptor is ready for; kept until the source is cancelled.
    /// - Throws: ``Error/cannotWatch(descriptor:errno:)`` for a descriptor that is closed, for a regular file, a folder
    ///   or a device that cannot be waited on, such as /dev/null, for a descriptor that another source watches with the
    ///   other trigger, for one of the loop's own, and when `readiness` is empty.
    /// - Complexity: Amortised O(1), with a few system calls; allocates the source.
    public func addDescriptorSource(
        _ descriptor: Int32,
        for readiness: DescriptorSource.Readiness,
        trigger: DescriptorSource.Trigger = .level,
        repeats: Bool = true,
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
            repeats: repeats,
            priority: priority,
            modes: modes,
            perform: perform
        )
    }

    /// Waits for a signal of the system: `perform` is called with how often the signal was delivered since the last
    /// call.
    ///
    /// A signal that is sent again before its delivery is delivered once, so the number may be lower than the number
    /// sent.
    ///
    /// While the signal has a source, it has no other effect. At least one thread must not block the signal.
    ///
    /// - Throws: ``Error/cannotTakeSignal(_:reason:)`` when the signal cannot be caught, when the process has a handler
    ///   for it, as an application has for SIGINT, SIGTERM, SIGTSTP and SIGCONT, and when another loop of the process
    ///   waits for signals.
    /// - Complexity: O(number of signals waited for), with a few system calls; allocates the source.
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

    /// Calls `perform` at activities of the loop's runs.
    ///
    /// - Parameters:
    ///   - activities: The activities at which the observer is called.
    ///   - order: Observers are called in ascending order of this value.
    ///   - repeats: Whether the observer is called each time; otherwise it is called once, at the first of the
    ///     activities.
    ///   - modes: The modes of the runs that are observed.
    ///   - name: The observer's name in the ledger.
    ///   - perform: Called with the activity.
    /// - Complexity: O(number of observers); allocates the observer.
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
    /// The function is called once in each turn in which ``setNeedsUpdate()`` was called.
    ///
    /// - Complexity: O(number of handlers); allocates the handler.
    @discardableResult
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
    /// Any number of calls in a turn cause one pass; a call from inside the pass causes another in the next turn, and
    /// the loop does not wait before that turn.
    ///
    /// - Complexity: O(1), with at most one system call; no allocation.
    public func setNeedsUpdate() {
        state.pointee.needsUpdate = true
        wakeIfSuspended()
    }

    /// Adds a port, which the input step of the turn serves.
    package func addInput(_ input: any InputSource, in modes: ModeSet = .common) {
        state.pointee.inputs.append(InputList.Input(input, modes: modes.mask))
        state.pointee.population.add(modes.mask)
        wakeIfSuspended()
    }

    /// Removes a port.
    package func removeInput(_ input: any InputSource) {
        guard let place = state.pointee.inputs.remove(input) else { return }
        state.pointee.population.remove(place.pointee.input.modes)
        InputList.freeUnlessLent(place)
        wakeIfSuspended()
    }

    /// Whether any source watches a descriptor or a signal.
    var hasWatches: Bool { !state.pointee.watches.isEmpty }

    /// Wakes a suspended awaited run, or a waiting host, so that it notices a change that main-actor code has made.
    func wakeIfSuspended() {
        timers.wakeIfSuspended()
    }
}
