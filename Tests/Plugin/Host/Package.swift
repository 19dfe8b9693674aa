// swift-tools-version: 6.2
import PackageDescription

// A program, and a library with classes of responders that the program opens at run time.
let package = Package(
    name: "Host",
    products: [.library(name: "Plugin", type: .dynamic, targets: ["Plugin"])],
    dependencies: [.package(path: "../Kit")],
    targets: [
        .executableTarget(name: "Host", dependencies: [.product(name: "DynamicKit", package: "Kit")]),
        .target(name: "Plugin", dependencies: [.product(name: "DynamicKit", package: "Kit")]),
    ],
    swiftLanguageModes: [.v6]
)
