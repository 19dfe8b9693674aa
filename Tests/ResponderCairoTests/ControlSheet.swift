#if Cairo
import ResponderKit

/// All controls in all states, in columns: for people to look at.
@MainActor
final class ControlSheet: ViewController {
    override func loadView() {
        view = View(frame: .zero)
        let states: [(name: String, change: (Control) -> Void)] = [
            ("Normal", { _ in }), ("Pressed", { $0.isHighlighted = true }), ("Selected", { $0.isSelected = true }),
            ("Disabled", { $0.isEnabled = false }),
        ]
        for (column, state) in states.enumerated() {
            let x = 12 + 196 * Double(column)
            let caption = Label(text: state.name)
            caption.frame = Rect(x, 4, 184, 24)
            view.addSubview(caption)
            for (row, controls) in controls(state.name).enumerated() {
                let width = 184 / Double(controls.count)
                for (index, control) in controls.enumerated() {
                    control.frame = Rect(x + Double(index) * width, 30 + 39.5 * Double(row), width, 36)
                    view.addSubview(control)
                    state.change(control)
                }
            }
        }
    }

    /// In rows.
    private func controls(_ name: String) -> [[Control]] {
        let roles: [[Control]] = Button.Role.allCases.map { role in
            let button = Button(title: "\(role)".prefix(1).uppercased() + "\(role)".dropFirst())
            button.role = role
            return [button]
        }
        let (off, on) = (Switch(frame: .zero), Switch(frame: .zero))
        on.isOn = true
        let slider = Slider(frame: .zero)
        slider.value = 0.4
        let stepper = Stepper(frame: .zero)
        let segments = SegmentedControl(titles: ["Day", "Week", "Year"])
        segments.selectedSegmentIndex = 1
        let field = TextField(frame: .zero)
        field.placeholder = "Placeholder"
        if name != "Normal" { field.text = "Text" }
        return roles + [[off, on], [slider], [stepper], [segments], [field]]
    }
}
#endif
