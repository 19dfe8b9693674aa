public import ResponderKit

/// A property of a controller that takes a view or a child of an ``InterfaceFile``: the one with that `outlet`.
///
///     final class ClockController: ViewController {
///         weak var clock: ClockView?
///     }
///     classes.registerController("ClockController", outlets: [.outlet("clock", \.clock)]) { ClockController() }
@MainActor
public struct InterfaceOutlet<Controller: ViewController> {
    let name: String
    let isRequired: Bool
    private let valueType: Any.Type
    private let set: @MainActor (Controller, Responder) -> Bool

    /// An outlet that may be nil before it is connected: `var clock: ClockView?`, `weak` or not, or
    /// `var clock: ClockView!`.
    ///
    /// - Parameters:
    ///   - name: The outlet's name in files, usually that of the property.
    ///   - keyPath: The property.
    ///   - isRequired: Whether a file must have an object for the outlet.
    /// - Complexity: O(1); allocates the outlet.
    public static func outlet<Value: Responder>(
        _ name: String,
        _ keyPath: ReferenceWritableKeyPath<Controller, Value?>,
        isRequired: Bool = true
    ) -> InterfaceOutlet {
        InterfaceOutlet(name: name, isRequired: isRequired, valueType: Value.self) { controller, object in
            guard let value = object as? Value else { return false }
            controller[keyPath: keyPath] = value
            return true
        }
    }

    /// An outlet that always has a value: one that the controller makes itself, and that the file's object replaces.
    ///
    /// - Parameters:
    ///   - name: The outlet's name in files, usually that of the property.
    ///   - keyPath: The property.
    ///   - isRequired: Whether a file must have an object for the outlet.
    /// - Complexity: O(1); allocates the outlet.
    public static func outlet<Value: Responder>(
        _ name: String,
        _ keyPath: ReferenceWritableKeyPath<Controller, Value>,
        isRequired: Bool = true
    ) -> InterfaceOutlet {
        InterfaceOutlet(name: name, isRequired: isRequired, valueType: Value.self) { controller, object in
            guard let value = object as? Value else { return false }
            controller[keyPath: keyPath] = value
            return true
        }
    }

    func bound(to controller: Controller) -> BoundOutlet {
        BoundOutlet(name: name, valueType: valueType) { set(controller, $0) }
    }
}

/// An outlet of a controller that exists.
@MainActor
struct BoundOutlet {
    let name: String
    /// The class that the outlet takes.
    let valueType: Any.Type
    /// Sets the property, or returns false if the object is of another class.
    let connect: @MainActor (Responder) -> Bool
}
