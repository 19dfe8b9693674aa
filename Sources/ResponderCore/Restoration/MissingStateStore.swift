internal import ResponderSupport

/// The error of a manifest that names a place for the saved state, for which the delegate's class makes no store.
struct MissingStateStore: Error, CustomStringConvertible {
    let name: String

    var description: String {
        "the manifest names the state's file \(name.quotedInOneLine()), and there is no store for it; make one in the "
            + "delegate's makeStateStore(named:)"
    }
}

extension Application {
    /// Sets the store for the state that the manifest names, as the delegate's class makes it.
    ///
    /// Does nothing if the manifest names none, or the app has set a store itself.
    final func makeStateStoreIfNeeded() throws(MissingStateStore) {
        guard let name = manifest.stateFile, stateStore == nil else { return }
        guard let store = delegate.flatMap({ type(of: $0).makeStateStore(named: name) }) else {
            throw MissingStateStore(name: name)
        }
        stateStore = store
    }
}
