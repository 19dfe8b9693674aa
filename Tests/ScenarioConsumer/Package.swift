// swift-tools-version: 6.2
import PackageDescription

// A template, as Tests/Consumer is one: an embedder whose scenarios are in YAML, by the trait.
let url = Context.environment["RESPONDERKIT_URL"] ?? "https://example.invalid/set-RESPONDERKIT_URL"

let package = Package(
    name: "ScenarioConsumer",
    dependencies: [.package(url: url, from: "1.0.0", traits: ["YAML"])],
    targets: [
        // Scripts/check-consumer copies the sources of Tests/Consumer here.
        .executableTarget(
            name: "ConsumerScenarios",
            dependencies: [
                .product(name: "ResponderInterface", package: "ResponderKit"),
                .product(name: "ResponderKit", package: "ResponderKit"),
                .product(name: "ResponderScenarios", package: "ResponderKit"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
