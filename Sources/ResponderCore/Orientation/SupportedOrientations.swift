/// The orientations that an application's manifest, its delegate and its frontmost controller support at one moment.
@MainActor
struct SupportedOrientations {
    private let manifest: Set<InterfaceOrientation>
    private let delegate: Set<InterfaceOrientation>?
    private let controller: Set<InterfaceOrientation>?
    private let controllerName: String

    /// Asks the delegate and the controller, whose code may do anything.
    init(of application: Application, controller: ViewController?, window: Window?) {
        manifest = application.manifest.supportedOrientations
        delegate = application.delegate?.application(application, supportedInterfaceOrientationsFor: window)
        self.controller = controller?.supportedInterfaceOrientations
        controllerName = controller.map { "\(Swift.type(of: $0))" } ?? ""
    }

    /// The orientation of the interface: the device's, if all three support it, otherwise the present one, otherwise
    /// the first one that all support, in the order of the cases; nil if they have none in common.
    func orientation(device: DeviceOrientation, present: InterfaceOrientation) -> InterfaceOrientation? {
        if let upright = InterfaceOrientation(device), isSupported(upright) { return upright }
        return isSupported(present) ? present : InterfaceOrientation.allCases.first(where: isSupported)
    }

    private func isSupported(_ orientation: InterfaceOrientation) -> Bool {
        manifest.contains(orientation) && delegate?.contains(orientation) != false
            && controller?.contains(orientation) != false
    }

    /// The error when the three have no orientation in common.
    func nothingInCommon(present: InterfaceOrientation) -> String {
        var parts = ["the manifest supports \(text(manifest))"]
        if let delegate { parts.append("the application's delegate \(text(delegate))") }
        if let controller { parts.append("the frontmost view controller, \(controllerName), \(text(controller))") }
        return """
            no interface orientation is supported by all: \(parts.joined(separator: ", ")); the interface stays in \
            \(present.rawValue); give these sets an orientation in common
            """
    }

    private func text(_ set: Set<InterfaceOrientation>) -> String {
        let names = InterfaceOrientation.allCases.filter(set.contains).map(\.rawValue)
        return names.isEmpty ? "none" : names.joined(separator: " and ")
    }
}
