internal import ResponderEventLoop
internal import ResponderKit
internal import ResponderTouchInput

extension InterfaceClasses {
    /// The classes that ``init()`` registers, and the standard controls and views with text, by their names: `Button`,
    /// `ImageView`, `Label`, `ListView`, `PageControl`, `ProgressView`, `ScrollView`, `SegmentedControl`, `Slider`,
    /// `Stepper`, `Switch`, `TextField` and `TextView`.
    ///
    /// A `ScrollView` whose class has set no `contentSize` gets one that holds the views of the file. An app registers
    /// its own classes with the result; a class of its own that has one of these names begins with ``init()``.
    ///
    /// - Complexity: O(1); allocates the table of names.
    public static var withWidgets: InterfaceClasses {
        var classes = InterfaceClasses()
        classes.registerView("Button", Button.init(frame:))
        classes.registerView("ImageView", ImageView.init(frame:))
        classes.registerView("Label", Label.init(frame:))
        classes.registerView("ListView", ListView.init(frame:))
        classes.registerView("PageControl", PageControl.init(frame:))
        classes.registerView("ProgressView", ProgressView.init(frame:))
        classes.registerView("ScrollView", setSubviews: fill, ScrollView.init(frame:))
        classes.registerView("SegmentedControl", SegmentedControl.init(frame:))
        classes.registerView("Slider", Slider.init(frame:))
        classes.registerView("Stepper", Stepper.init(frame:))
        classes.registerView("Switch", Switch.init(frame:))
        classes.registerView("TextField", TextField.init(frame:))
        classes.registerView("TextView", TextView.init(frame:))
        return classes
    }

    /// Adds the views to a scroll view, which scrolls as far as they reach.
    private static func fill(_ scrollView: ScrollView, _ views: [View]) {
        var extent = Size.zero
        for view in views {
            scrollView.addSubview(view)
            extent.width = max(extent.width, view.frame.maxX)
            extent.height = max(extent.height, view.frame.maxY)
        }
        if scrollView.contentSize == .zero { scrollView.contentSize = extent }
    }
}
