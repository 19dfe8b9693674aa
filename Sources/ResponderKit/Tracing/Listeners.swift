/// Who listens to what an application's dispatch does.
struct Listeners {
    /// What is called before each call of a touch method, for all who listen: the hot path asks for one closure.
    var trace: DeliveryTrace?
    var delivery: DeliveryTrace?
    /// There while somebody listens to the trace.
    var tracer: TouchTracer?
    var tracesHitTests = false
}
