internal import ResponderCore
internal import ResponderTouchInput

// Scrolls when keys move the focus to a view that is not seen.
extension ScrollView: FocusScrolling {
    final var hasRowsOnSight: Bool { self is ListView }

    final func scrollToEnd(isFirst: Bool) {
        scrollRectToVisible(Rect(0, isFirst ? 0 : contentSize.height - 1, 1, 1), animated: false)
    }

    final func showFocused(_ view: View, in subview: View) {
        let offset = contentOffset
        if let list = self as? ListView {
            // One point of the neighbouring rows is shown, so that they have views to which the focus can go next.
            var row = subview.frame.insetBy(dx: 0, dy: -1)
            if let path = (subview as? ListCell)?.path {
                // The header that stays at the top covers rows.
                let height = list.rectForHeader(inSection: path.section).height
                row = Rect(row.minX, row.minY - height, row.width, row.height + height)
            }
            scrollRectToVisible(row, animated: false)
            // The delegate may have changed the rows.
            guard view.isDescendant(of: self) else { return }
        }
        scrollRectToVisible(view.convert(view.bounds.standardized, to: self), animated: false)
        if contentOffset != offset { layoutIfNeeded() }
    }
}
