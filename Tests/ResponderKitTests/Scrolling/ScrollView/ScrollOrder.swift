import Testing

/// The calls of a delegate as a machine with few states: whether each call is one that may come now.
@MainActor
final class ScrollOrder {
    private enum Drag { case none, follows, willEnd }

    private var drag = Drag.none
    private var isSlowing = false
    private var isZooming = false
    private(set) var drags = 0
    private(set) var calls = 0

    func hear(_ call: String, _ context: @autoclosure () -> String) {
        calls += 1
        switch call {
        case "will drag":
            expect(drag == .none && !isSlowing, call, context())
            (drag, drags) = (.follows, drags + 1)
        case "will end drag":
            expect(drag == .follows, call, context())
            drag = .willEnd
        case "did drag":
            expect(drag == .willEnd, call, context())
            drag = .none
        case "will slow":
            expect(drag == .none && !isSlowing, call, context())
            isSlowing = true
        case "did slow":
            expect(isSlowing, call, context())
            isSlowing = false
        case "will zoom":
            expect(!isZooming, call, context())
            isZooming = true
        case "did zoom":
            expect(isZooming, call, context())
            isZooming = false
        default: break
        }
    }

    /// When all is at rest.
    func finish(_ context: @autoclosure () -> String) {
        expect(drag == .none && !isSlowing && !isZooming, "rest", context())
    }

    private func expect(_ isLegal: Bool, _ call: String, _ context: String) {
        #expect(isLegal, "\(context): \(call) while drag is \(drag), slowing \(isSlowing), zooming \(isZooming)")
    }
}
