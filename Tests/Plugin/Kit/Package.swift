// swift-tools-version: 6.2
import PackageDescription

/// `Scripts/check-plugin` says where ResponderKit is.
let path = Context.environment["RESPONDERKIT_PATH"] ?? "../../.."

// ResponderKit as a dynamic library, which a program and what it opens at run time share.
let package = Package(
    name: "Kit",
    products: [.library(name: "DynamicKit", type: .dynamic, targets: ["DynamicKit"])],
    dependencies: [.package(name: "ResponderKit", path: path)],
    targets: [
        .target(name: "DynamicKit", dependencies: [.product(name: "ResponderKit", package: "ResponderKit")])
    ],
    swiftLanguageModes: [.v6]
)
