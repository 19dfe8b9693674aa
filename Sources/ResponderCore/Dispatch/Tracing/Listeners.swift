/// The listeners of an application's dispatch.
struct Listeners {
    /// Called before each call of a touch method, for all listeners together: the hot path tests one closure.
    var trace: DeliveryTrace?
    var delivery: DeliveryTrace?
    /// Not nil while the trace has a listener.
    var tracer: TouchTracer?
    var tracesHitTests = false
}
