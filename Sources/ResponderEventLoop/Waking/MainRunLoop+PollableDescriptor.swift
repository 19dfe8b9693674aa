internal import CResponderEventLoop

extension MainRunLoop {
    /// A descriptor that is readable when libevent has something to report, made when it is first asked for.
    func findPollableDescriptor() -> CInt {
        if state.pointee.pollableDescriptor < 0 {
            state.pointee.pollableDescriptor = rel_loop_descriptor(face)
        }
        return state.pointee.pollableDescriptor
    }
}
