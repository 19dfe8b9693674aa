internal import ResponderTouchInput

// The layout of a stack view.
extension StackView {
    /// An arranged view that is not hidden.
    private struct Item {
        let view: View
        /// The fitting extents along the axis and across it.
        var along = 0.0
        var across = 0.0
        /// The distance to the next view.
        let gap: Double
    }

    func layOutArrangedSubviews() {
        let content = bounds.inset(by: contentInsets)
        let room = max(0, along(content.size))
        let breadth = max(0, across(content.size))
        var items = items()
        guard !items.isEmpty else { return }
        let gaps = items.dropLast().reduce(0) { $0 + $1.gap }
        let shared = max(0, room - gaps) / Double(items.count)
        measure(&items, in: distribution == .fillEqually ? size(shared, breadth) : size(room, breadth))
        let fitting = items.reduce(0) { $0 + $1.along }
        let flexible = items.lastIndex { $0.view === flexibleView } ?? items.count - 1
        let equalGap = distribution == .equalSpacing ? equalGap(of: items, sharing: room - fitting) : 0
        let fills = distribution == .equalSpacing && items.count == 1
        var position = axis == .horizontal ? content.origin.x : content.origin.y
        for (index, item) in items.enumerated() {
            var (extent, gap) = (item.along, item.gap)
            switch distribution {
            case .fill where index == flexible: extent = max(0, extent + room - gaps - fitting)
            case .fill: break
            case .fillEqually: extent = shared
            case .fillProportionally: extent = fitting > 0 ? extent / fitting * max(0, room - gaps) : shared
            case .equalSpacing: (extent, gap) = (fills ? room : extent, max(gap, equalGap))
            }
            place(item, at: position, extent, in: content, breadth)
            position += extent + gap
        }
    }

    /// The equal extent of gaps, so that all gaps together have the extent `room`; a gap with larger spacing keeps it.
    private func equalGap(of items: [Item], sharing room: Double) -> Double {
        var (left, count) = (room, items.count - 1)
        for gap in items.dropLast().map(\.gap).sorted(by: >) where gap > left / Double(count) {
            left -= gap
            count -= 1
        }
        return count > 0 ? left / Double(count) : -.infinity
    }

    func sizeOfArrangedSubviews(in size: Size) -> Size {
        let margins = Size(contentInsets.left + contentInsets.right, contentInsets.top + contentInsets.bottom)
        var items = items()
        measure(&items, in: Size(max(0, size.width - margins.width), max(0, size.height - margins.height)))
        let longest = items.reduce(0) { max($0, $1.along) }
        let extents =
            distribution == .fillEqually ? longest * Double(items.count) : items.reduce(0) { $0 + $1.along }
        let gaps = items.dropLast().reduce(0) { $0 + $1.gap }
        let content = self.size(extents + gaps, items.reduce(0) { max($0, $1.across) })
        return Size(content.width + margins.width, content.height + margins.height)
    }

    private func items() -> [Item] {
        arrangedSubviews.lazy.filter { !$0.isHidden }.map {
            Item(view: $0, gap: self.customSpacing(after: $0) ?? self.spacing)
        }
    }

    /// Measures the views, whose code may change the list meanwhile.
    private func measure(_ items: inout [Item], in size: Size) {
        for index in items.indices {
            let fitting = items[index].view.sizeThatFits(size)
            (items[index].along, items[index].across) = (along(fitting), across(fitting))
        }
    }

    /// Sets the frame of a view, unless a measurement has removed the view.
    private func place(_ item: Item, at position: Double, _ extent: Double, in content: Rect, _ breadth: Double) {
        guard item.view.superview === self else { return }
        let start = axis == .horizontal ? content.origin.y : content.origin.x
        let across = alignment == .fill ? breadth : item.across
        let offset: Double =
            switch alignment {
            case .fill, .leading: start
            case .center: start + (breadth - across) / 2
            case .trailing: start + breadth - across
            }
        let origin = axis == .horizontal ? Point(position, offset) : Point(offset, position)
        // A view with a transform keeps it.
        item.view.setUntransformedFrame(Rect(origin: origin, size: size(extent, across)))
    }

    private func along(_ size: Size) -> Double { axis == .horizontal ? size.width : size.height }

    private func across(_ size: Size) -> Double { axis == .horizontal ? size.height : size.width }

    private func size(_ along: Double, _ across: Double) -> Size {
        axis == .horizontal ? Size(along, across) : Size(across, along)
    }
}
