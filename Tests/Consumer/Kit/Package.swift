// swift-tools-version: 6.2
import PackageDescription

// Part of the consumer's template.
let url = Context.environment["RESPONDERKIT_URL"] ?? "https://example.invalid/set-RESPONDERKIT_URL"

// ResponderKit as a dynamic library, which a program and what it opens at run time share.
let package = Package(
    name: "Kit",
    products: [.library(name: "DynamicKit", type: .dynamic, targets: ["DynamicKit"])],
    dependencies: [.package(url: url, from: "1.0.0")],
    targets: [
        .target(name: "DynamicKit", dependencies: [.product(name: "ResponderKit", package: "ResponderKit")])
    ],
    swiftLanguageModes: [.v6]
)
