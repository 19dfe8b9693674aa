internal import ResponderSupport

extension RecordPointer {
    /// Calls `body` with the record's view without retaining it: no code of the app may be called meanwhile.
    @inline(__always)
    func withView<Result>(_ body: (View) -> Result) -> Result {
        pointee.object.borrow { body(unsafeDowncast($0, to: View.self)) }
    }
}
