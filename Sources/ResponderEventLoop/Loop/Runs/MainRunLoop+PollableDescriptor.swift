internal import CResponderEventLoop

extension MainRunLoop {
    /// The descriptor that is readable when libevent has something to report, made at the first call; negative if that
    /// fails.
    func findPollableDescriptor() -> CInt {
        if state.pointee.waitDescriptor < 0 {
            state.pointee.waitDescriptor = rel_loop_descriptor(handle)
        }
        return state.pointee.waitDescriptor
    }
}
