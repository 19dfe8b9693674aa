// swift-tools-version: 6.2
import PackageDescription

// A template: Scripts/check-consumer copies it out of the repository, says where the library stands, and builds it.
let url = Context.environment["RESPONDERKIT_URL"] ?? "https://example.invalid/set-RESPONDERKIT_URL"

let package = Package(
    name: "Consumer",
    dependencies: [.package(url: url, from: "1.0.0")],
    targets: [
        .executableTarget(
            name: "Consumer",
            dependencies: [
                .product(name: "ResponderInterface", package: "ResponderKit"),
                .product(name: "ResponderKit", package: "ResponderKit"),
                .product(name: "ResponderRecordings", package: "ResponderKit"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
