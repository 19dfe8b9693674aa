/// A saved state: the values of the delegate, and of each controller with a path and its views.
struct StateArchive {
    /// The version of the format that this package writes; older versions are read, newer ones are not.
    static let version = 1
    private static let format = "ResponderKit state"

    struct Controller {
        let path: [String]
        let values: [String: StateValue]
        /// The values of the views, by identifier.
        var views: [String: [String: StateValue]]
    }

    /// The identifier of the app's manifest.
    var application: String
    /// The values that the delegate wrote.
    var values: [String: StateValue]
    /// The controllers, each after its parent.
    var controllers: [Controller]

    /// The archive as one value.
    var value: StateValue {
        .dictionary([
            "format": .string(Self.format), "version": .integer(Self.version), "application": .string(application),
            "values": .dictionary(values),
            "controllers": .array(
                controllers.map { controller in
                    .dictionary([
                        "path": StateValue(path: controller.path), "values": .dictionary(controller.values),
                        "views": .dictionary(controller.views.mapValues(StateValue.dictionary)),
                    ])
                }
            ),
        ])
    }

    init(application: String, values: [String: StateValue], controllers: [Controller]) {
        (self.application, self.values, self.controllers) = (application, values, controllers)
    }

    /// Reads the archive of the app with that identifier.
    init(_ value: StateValue, of application: String) throws(StateError) {
        guard case .dictionary(let members) = value, members["format"] == .string(Self.format) else {
            throw .corrupt("it is no state of an app")
        }
        guard case .integer(let version) = members["version"], version > 0 else { throw .corrupt("it has no version") }
        guard version <= Self.version else { throw .newerVersion(version, known: Self.version) }
        guard case .string(let name) = members["application"] else { throw .corrupt("it names no app") }
        guard name == application else { throw .foreign(application: name) }
        guard case .dictionary(let values) = members["values"] else { throw .corrupt("it has no values") }
        guard case .array(let list) = members["controllers"] else { throw .corrupt("it has no controllers") }
        var controllers: [Controller] = []
        var seen: Set<[String]> = []
        for (place, item) in list.enumerated() {
            guard case .dictionary(let members) = item, let path = members["path"]?.path,
                case .dictionary(let values) = members["values"], case .dictionary(let viewValues) = members["views"]
            else { throw .corrupt("its controller number \(place) is none") }
            guard seen.insert(path).inserted else {
                throw .corrupt("the controller \(StateError.text(of: path)) is in it twice")
            }
            var views: [String: [String: StateValue]] = [:]
            for (identifier, value) in viewValues {
                guard case .dictionary(let values) = value else {
                    throw .corrupt("its controller number \(place) has a view that is none")
                }
                views[identifier] = values
            }
            controllers.append(Controller(path: path, values: values, views: views))
        }
        self.init(application: application, values: values, controllers: controllers)
    }
}
