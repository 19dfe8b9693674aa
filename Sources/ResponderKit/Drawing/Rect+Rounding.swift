internal import ResponderTouchInput

extension Rect {
    /// The smallest rectangle around this one whose edges are whole numbers of points away from `origin`.
    func roundedOutwards(from origin: Point) -> Rect {
        let (left, top) = ((minX - origin.x).rounded(.down), (minY - origin.y).rounded(.down))
        let (right, bottom) = ((maxX - origin.x).rounded(.up), (maxY - origin.y).rounded(.up))
        return Rect(origin.x + left, origin.y + top, right - left, bottom - top)
    }
}
