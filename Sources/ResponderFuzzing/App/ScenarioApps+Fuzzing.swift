public import ResponderScenarios

extension ScenarioApps {
    /// Registers the random apps: each name `fuzz-SEED` is an app, all of whose parts follow from the seed.
    ///
    /// A scenario of such an app also fails where a checker of the fuzzer finds something wrong.
    ///
    /// - Complexity: O(1); allocates two closures.
    public mutating func registerRandomApps() {
        family = { AppName($0).map { FuzzDelegate.manifest(of: $0) } }
        makeWatch = { AppName($0) == nil ? nil : AppWatch() }
    }
}
