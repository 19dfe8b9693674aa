public import ResponderKit

extension View {
    /// A picture of the view and all views in it, in SVG: what they have drawn, their outlines and classes, and the
    /// touches with their ways.
    ///
    /// Views that lie one on another exactly share an outline, and a hidden view has a dashed one. A class that has no
    /// room is not named. Each touch in the view's window has its path, from a ring where it began to its number where
    /// it was last: filled while it is down, hollow when it has ended, dashed when it was cancelled. Touches that went
    /// the same way share a color, and the responder chain of each way stands beside the tree, from the hit view
    /// upwards, with the responders that were called in bold.
    ///
    /// - Parameters:
    ///   - title: The heading of the picture; nil for the class of the view.
    ///   - touches: What has followed the touches; nil for the tree alone.
    /// - Complexity: Linear in the views, in what they have drawn, and in the paths of the touches; allocates the
    ///   picture and its text.
    public func svg(title: String? = nil, touches: TouchTrails? = nil) -> String {
        let here = window
        // A touch whose window is gone was in none of those that are there.
        let trails = touches?.trails.filter { here != nil && (!$0.hadWindow || $0.window === here) } ?? []
        var picture = TreePicture(of: self, title: title ?? "\(type(of: self))", trails: trails)
        return picture.draw()
    }
}
