public import ResponderNotifications

extension Preferences {
    /// Calls `callback` each time that the value of a key has changed, until the token is cancelled or released.
    ///
    /// For a change by the app itself, the call comes before the setter returns. What others changed is told when it is
    /// read: for changes while the app was suspended, once at the resume, with the values before and after. Nothing is
    /// told where the value is again as the observer knows it.
    ///
    /// The callback may set values, add observers and cancel any token. When it sets the same key, the other observers
    /// hear only of the newest value.
    ///
    /// - Returns: The token; the observation ends with it.
    /// - Complexity: Amortised O(1); allocates the observer, its token and, the first time, the key's list.
    public func observe<Value>(
        _ key: PreferenceKey<Value>,
        using callback: @escaping @MainActor (_ old: Value, _ new: Value) -> Void
    ) -> ObservationToken {
        let center = centers[key.name] ?? TypedNotificationCenter()
        centers[key.name] = center
        var told = self[key]
        return center.observe(PreferenceDidChange.self) { [weak self] _ in
            guard let self else { return }
            let (old, new) = (told, self[key])
            guard old.stored != new.stored else { return }
            told = new
            callback(old, new)
        }
    }

    /// Tells the observers of a key whose value may be another one.
    func tell(_ name: String) { centers[name]?.post(PreferenceDidChange()) }

    /// Tells the observers of what others have written, if any of it was read.
    func tellOthersChanges() {
        guard toldReadCount != file.readCount else { return }
        toldReadCount = file.readCount
        for problem in file.problems { report(problem) }
        // The order must not depend on the names' hashes.
        for name in centers.keys.sorted() { tell(name) }
    }
}

/// The value of a preference may be another one.
private struct PreferenceDidChange: TypedNotification {
    static let name = "ResponderPreferenceDidChange"
    var subject: AnyObject? { nil }
}
