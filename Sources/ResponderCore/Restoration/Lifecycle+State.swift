internal import Logging

// Saving and restoring an application's state (rule A35).
extension Lifecycle {
    /// Saves the state, if the application has a store and the delegate agrees.
    func saveState(_ application: Application) {
        guard let store = stateStore else { return }
        do throws(StateError) {
            guard let value = try collectState(application) else { return }
            do throws(StateStoreError) {
                try store.save(value)
            } catch {
                throw .notSaved(error.description)
            }
            continuousSaving?.didSave(value)
        } catch {
            report(error, application)
        }
    }

    /// Has the delegate and the controllers write the state; nil if the delegate does not agree, or the application has
    /// ended meanwhile.
    private func collectState(_ application: Application) throws(StateError) -> StateValue? {
        var isWanted = false
        let coder = StateCoder()
        call(.shouldSaveApplicationState, application) {
            isWanted = $0.application(application, shouldSaveApplicationState: coder)
        }
        guard isWanted, !hasEnded else { return nil }
        call(.willEncodeRestorableState, application) {
            $0.application(application, willEncodeRestorableStateWith: coder)
        }
        guard !hasEnded else { return nil }
        if StateValue.dictionary(coder.values).isDeeper(than: StateValue.depthLimit) { throw .tooDeep(writer: []) }
        var saving = StateSaving(application)
        guard try saving.collect() else { return nil }
        // If the callbacks have exceeded their limit, the state is not saved (rule A16).
        checkLimit(application)
        guard !hasEnded else { return nil }
        let archive = StateArchive(
            application: application.manifest.identifier,
            values: coder.values,
            controllers: saving.controllers
        )
        return archive.value
    }

    /// Collects the state between transitions, and calls `save` with it, unless there is none to save; messages that
    /// come meanwhile are carried out afterwards (rule A47).
    func collectStateInTurn(_ application: Application, _ save: (StateValue) -> Void) {
        inTransition(application) {
            do throws(StateError) {
                if let value = try collectState(application) { save(value) }
            } catch {
                report(error, application)
            }
        }
        carryOutWaiting(application)
    }

    /// Restores the saved state, if there is one, and the delegate agrees.
    func restoreState(_ application: Application) {
        if application.manifest.savesStateContinuously { application.savesStateContinuously = true }
        guard let store = stateStore else { return }
        do throws(StateError) {
            if store.wasRestorationCutShort {
                store.setAside()
                throw .lastRestorationFailed
            }
            guard let archive = try load(store, application) else { return }
            let restoring = StateRestoring(archive, application)
            defer { restoring.finish() }
            let coder = restoring.coder(archive.values)
            var isWanted = false
            call(.shouldRestoreApplicationState, application) {
                isWanted = $0.application(application, shouldRestoreApplicationState: coder)
            }
            guard isWanted, !hasEnded else { return }
            do throws(StateStoreError) {
                try store.beginRestoration()
            } catch {
                throw .notRead(error.description)
            }
            restoredStore = store
            guard restoring.restore() else { return }
            call(.didDecodeRestorableState, application) {
                $0.application(application, didDecodeRestorableStateWith: coder)
            }
        } catch {
            report(error, application)
        }
    }

    private func load(_ store: any StateStore, _ application: Application) throws(StateError) -> StateArchive? {
        let value: StateValue?
        do throws(StateStoreError) {
            value = try store.load()
        } catch {
            throw .notRead(error.description)
        }
        guard let value else { return nil }
        return try StateArchive(value, of: application.manifest.identifier)
    }

    /// The launch has gone well after a restoration: the next launch may restore again.
    func endRestoration() {
        restoredStore?.endRestoration()
        restoredStore = nil
    }

    /// Logs and reports an error; the application goes on.
    func report(_ error: StateError, _ application: Application) {
        if let continuousSaving, !continuousSaving.isNew(error) { return }
        Logger(label: "responderkit.ResponderKit").error("\(error)")
        report(.stateError(error), application)
    }
}
