public import ResponderCore
internal import ResponderWidgets

// The way back to the first screen, from wherever a user has left the app.
extension Application {
    /// Shows the first screen: whatever lies over it is dismissed (rule K10).
    ///
    /// Texts are no longer edited, so the keyboard goes; alerts are closed without an answer, and so is the pad for the
    /// operator's code; presented controllers are dismissed; each navigation controller shows its first controller, and
    /// each bar of tabs its first tab. What a screen itself has scrolled or filled in stays as it is: that is for the
    /// app to reset.
    ///
    /// - Complexity: Linear in the windows and their controllers, besides what hiding their views costs.
    public final func returnToFirstScreen() {
        for window in windows { window.endEditing(true) }
        for window in windows.reversed() { (window.rootViewController as? AlertController)?.close() }
        for window in windows { (window as? CodePadWindow)?.pad?.close() }
        for window in windows { window.rootViewController?.returnToFirst() }
    }
}

extension ViewController {
    /// Dismisses what this controller and those in it present, and shows the first of those in it.
    fileprivate func returnToFirst() {
        if presentedViewController != nil { dismiss() }
        (self as? NavigationController)?.popToRootViewController()
        if let tabs = self as? TabBarController, !tabs.viewControllers.isEmpty { tabs.selectedIndex = 0 }
        for child in children { child.returnToFirst() }
    }
}
