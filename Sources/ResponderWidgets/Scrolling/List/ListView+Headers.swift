internal import ResponderCore
internal import ResponderTouchInput

/// A header that is seen.
struct ShownHeader {
    /// Nil when the delegate gives no view for the header.
    let view: View?
    var section: Int
    /// Where the header is when it does not stay at the top.
    var y: Double
    var height: Double
    /// Where the section ends.
    var end: Double
}

// The headers of the sections that are seen: the topmost section's header stays at the top until the next header pushes
// it away.
extension ListView {
    final func layOutHeaders(_ changes: UInt64) -> Bool {
        guard hasHeaders else { return true }
        let visible = bounds
        while let last = shownHeaders.last, last.y >= visible.maxY { dropHeader(at: shownHeaders.count - 1) }
        guard isUnchanged(changes) else { return false }
        var index = 0
        var next = heights.item(atOffset: visible.minY).map { heights.position(ofHeader: $0.section) }
        while let position = next, let item = heights.item(at: position), item.y < visible.maxY {
            let end = heights.position(ofHeader: item.section + 1)
            if item.height > 0 {
                while index < shownHeaders.count, shownHeaders[index].section < item.section {
                    dropHeader(at: index)
                    guard isUnchanged(changes) else { return false }
                }
                if index == shownHeaders.count || shownHeaders[index].section != item.section {
                    let view =
                        takeHeldHeader(inSection: item.section)
                        ?? listDelegate?.listView(self, viewForHeaderInSection: item.section)
                    guard isUnchanged(changes) else {
                        takeBack(except: nil)
                        return false
                    }
                    takeBack(except: view)
                    checkHeader(view, ofSection: item.section)
                    let header = ShownHeader(
                        view: view,
                        section: item.section,
                        y: item.y,
                        height: item.height,
                        end: 0
                    )
                    shownHeaders.insert(header, at: index)
                    if let view {
                        view.frame = frame(of: header, y: item.y)
                        putIn(view, isHeader: true)
                        guard isUnchanged(changes) else { return false }
                    }
                }
                shownHeaders[index].y = item.y
                shownHeaders[index].height = item.height
                shownHeaders[index].end = heights.item(at: end)?.y ?? heights.height
                index += 1
            }
            // Sections without any height are passed over.
            next = heights.tallItem(from: end).map { heights.position(ofHeader: $0.section) }
        }
        while shownHeaders.count > index { dropHeader(at: index) }
        let top = visible.minY + contentInset.top
        for header in shownHeaders {
            guard let view = header.view else { continue }
            let frame = frame(of: header, y: max(header.y, min(top, header.end - header.height)))
            if view.frame != frame { view.frame = frame }
        }
        return isUnchanged(changes)
    }

    private func frame(of header: ShownHeader, y: Double) -> Rect { Rect(0, y, laidOutWidth, header.height) }

    /// Stops the process if the delegate has given a header view that the list uses for something else.
    private func checkHeader(_ view: View?, ofSection section: Int) {
        guard let cell = view as? ListCell, cell.path != nil || cell.isWaiting else { return }
        fatalError(
            "the delegate of \(Swift.type(of: self)) returned for the header of section \(section) a cell that "
                + "\(cell.isWaiting ? "waits to be used again" : "shows a row"); dequeue a cell for each header"
        )
    }

    private func dropHeader(at index: Int) {
        let header = shownHeaders.remove(at: index)
        if let view = header.view, !hold(header) { retire(view) }
    }
}
