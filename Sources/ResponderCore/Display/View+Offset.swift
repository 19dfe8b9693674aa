internal import ResponderTouchInput

extension View {
    /// Whether an application is, or was, recorded or replayed.
    package final var isAnyApplicationTaped: Bool { ProcessState.shared.pointee.hasTapes }

    /// Notes the offset of a scroll view for a recording or a replay.
    @inline(never)
    package final func noteOffset(_ offset: Point) {
        guard let trace = window?.application?.tape?.trace, trace.hidesPlaces?(self) != true else { return }
        trace.noteOffset(offset, of: type(of: self))
    }
}
