// swift-tools-version: 6.2
import PackageDescription

// A template: Scripts/check-consumer copies it out of the repository, says where the library stands, and builds it.
let url = Context.environment["RESPONDERKIT_URL"] ?? "https://example.invalid/set-RESPONDERKIT_URL"

let package = Package(
    name: "Consumer",
    products: [.library(name: "Plugin", type: .dynamic, targets: ["Plugin"])],
    dependencies: [.package(url: url, from: "1.0.0"), .package(path: "Kit")],
    targets: [
        // An app as embedders write it.
        .executableTarget(
            name: "Consumer",
            dependencies: [
                .product(name: "ResponderEnvironment", package: "ResponderKit"),
                .product(name: "ResponderInterface", package: "ResponderKit"),
                .product(name: "ResponderKit", package: "ResponderKit"),
                .product(name: "ResponderRecordings", package: "ResponderKit"),
            ]
        ),
        // Scenarios in JSON, which need no other package.
        .executableTarget(
            name: "ConsumerScenarios",
            dependencies: [
                .product(name: "ResponderInterface", package: "ResponderKit"),
                .product(name: "ResponderKit", package: "ResponderKit"),
                .product(name: "ResponderScenarios", package: "ResponderKit"),
            ]
        ),
        // An app of views alone, without controls, scroll views and text.
        .executableTarget(name: "CoreApp", dependencies: [.product(name: "ResponderCore", package: "ResponderKit")]),
        // A program, and a library with classes of responders that the program opens at run time.
        .executableTarget(name: "Host", dependencies: [.product(name: "DynamicKit", package: "Kit")]),
        .target(name: "Plugin", dependencies: [.product(name: "DynamicKit", package: "Kit")]),
    ],
    swiftLanguageModes: [.v6]
)
