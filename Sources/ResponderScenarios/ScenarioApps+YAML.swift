#if YAML
internal import ResponderInterface
internal import ResponderScenarioYAML

extension ScenarioApps {
    /// Reads a scenario in YAML.
    static let standardReadYAML: (([UInt8]) throws(Problem) -> JSONValue)? = ScenarioYAML.read
}
#else
internal import ResponderInterface

extension ScenarioApps {
    /// Nil: without the trait `YAML` the library has no reader for it.
    static let standardReadYAML: (([UInt8]) throws(Problem) -> JSONValue)? = nil
}
#endif
