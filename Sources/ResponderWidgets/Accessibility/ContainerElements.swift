internal import ResponderCore

// What scroll views, lists, bars and alerts say of themselves to the element tree.
extension ScrollView: ElementDescribing {
    package var elementDescription: ElementDescription {
        var description =
            switch self {
            case is ListView: ElementDescription(.list)
            case let view as TextView: view.textDescription
            default: ElementDescription(.scroll)
            }
        if description.role == .scroll { description.isElement = false }
        return description
    }
}

extension ListCell: ElementDescribing {
    package var elementDescription: ElementDescription {
        // A header is a cell that shows no row.
        guard path != nil else { return ElementDescription(.header) }
        return ElementDescription(.row, traits: isSelected ? .selected : [])
    }
}

extension NavigationBar: ElementDescribing {
    package var elementDescription: ElementDescription { ElementDescription(.bar, label: topItem?.title) }
}

extension TabBar: ElementDescribing {
    package var elementDescription: ElementDescription { ElementDescription(.bar, traits: .tabBar) }
}

extension BarButton: ElementDescribing {
    package var elementDescription: ElementDescription {
        let tab = self as? TabView
        return ElementDescription(
            tab == nil ? .button : .tab,
            label: label.text,
            value: tab?.badge.text,
            traits: tab?.isSelected == true ? [.button, .selected] : .button
        )
    }
}

extension BarLabel: ElementDescribing {
    package var elementDescription: ElementDescription {
        // The button or the bar around it says the text.
        var description = ElementDescription(.text)
        description.isElement = false
        return description
    }
}

extension AlertView: ElementDescribing {
    package var elementDescription: ElementDescription { ElementDescription(.alert, label: alertTitle) }
}
