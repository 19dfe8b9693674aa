public import ResponderKit

/// A property of a controller that takes a view of an ``InterfaceFile``: the view with that `outlet`.
///
///     final class ClockController: ViewController {
///         weak var clock: ClockView?
///     }
///     classes.registerController("ClockController", outlets: [.outlet("clock", \.clock)]) { ClockController() }
@MainActor
public struct InterfaceOutlet<Controller: ViewController> {
    let name: String
    private let isRequired: Bool
    private let valueType: Any.Type
    private let set: @MainActor (Controller, View) -> Bool

    /// An outlet that may be nil before it is connected: `var clock: ClockView?`, `weak` or not, or
    /// `var clock: ClockView!`.
    ///
    /// - Parameters:
    ///   - name: The outlet's name in files, usually that of the property.
    ///   - keyPath: The property.
    ///   - isRequired: Whether a file must have a view for the outlet.
    /// - Complexity: O(1); allocates the outlet.
    public static func outlet<Value: View>(
        _ name: String,
        _ keyPath: ReferenceWritableKeyPath<Controller, Value?>,
        isRequired: Bool = true
    ) -> InterfaceOutlet {
        InterfaceOutlet(name: name, isRequired: isRequired, valueType: Value.self) { controller, view in
            guard let value = view as? Value else { return false }
            controller[keyPath: keyPath] = value
            return true
        }
    }

    /// An outlet that always has a view: one that the controller makes itself, and that the file's view replaces.
    ///
    /// - Parameters:
    ///   - name: The outlet's name in files, usually that of the property.
    ///   - keyPath: The property.
    ///   - isRequired: Whether a file must have a view for the outlet.
    /// - Complexity: O(1); allocates the outlet.
    public static func outlet<Value: View>(
        _ name: String,
        _ keyPath: ReferenceWritableKeyPath<Controller, Value>,
        isRequired: Bool = true
    ) -> InterfaceOutlet {
        InterfaceOutlet(name: name, isRequired: isRequired, valueType: Value.self) { controller, view in
            guard let value = view as? Value else { return false }
            controller[keyPath: keyPath] = value
            return true
        }
    }

    func bound(to controller: Controller) -> BoundOutlet {
        BoundOutlet(name: name, isRequired: isRequired, valueType: valueType) { set(controller, $0) }
    }
}

/// An outlet of a controller that exists.
@MainActor
struct BoundOutlet {
    let name: String
    let isRequired: Bool
    /// The class of views that the outlet takes.
    let valueType: Any.Type
    /// Sets the property, or returns false if the view is of another class.
    let connect: @MainActor (View) -> Bool
}
