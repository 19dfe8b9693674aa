/// A scroll view's draggings, decelerations and zoomings each begin and end once.
struct ScrollChecker: Checker {
    let name = "scrolling"
    private var draggings: Set<String> = []
    private var decelerations: Set<String> = []
    /// Those that may decelerate next: after a drag that announced it, and after a deceleration, since a finger may
    /// have stopped it beyond an edge and leave without a drag.
    private var mayDecelerate: Set<String> = []
    private var zoomings: Set<String> = []

    mutating func check(_ observation: Observation) -> String? {
        guard case .scroll(let name, let call) = observation else { return nil }
        let isRight: Bool
        switch call {
        case .willBeginDragging:
            isRight = draggings.insert(name).inserted
            mayDecelerate.remove(name)
        case .didEndDragging: isRight = draggings.remove(name) != nil
        case .didEndDraggingAndDecelerates:
            isRight = draggings.remove(name) != nil
            mayDecelerate.insert(name)
        case .willBeginDecelerating:
            isRight = mayDecelerate.remove(name) != nil && decelerations.insert(name).inserted
        case .didEndDecelerating:
            isRight = decelerations.remove(name) != nil
            mayDecelerate.insert(name)
        case .willBeginZooming: isRight = zoomings.insert(name).inserted
        case .didEndZooming: isRight = zoomings.remove(name) != nil
        }
        return isRight ? nil : "\(observation) has no counterpart"
    }

    mutating func checkAtRest(isTouched: Bool) -> String? {
        guard !isTouched else { return nil }
        if let name = draggings.min() { return "\(name) is still dragged, and no finger is down" }
        if let name = decelerations.min() { return "\(name) still decelerates, and nothing is due" }
        if let name = zoomings.min() { return "\(name) is still zoomed, and no finger is down" }
        return nil
    }
}
