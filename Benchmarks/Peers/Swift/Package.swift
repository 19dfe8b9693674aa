// swift-tools-version: 6.2
// The peers in Swift, in a package of their own: nobody who builds ResponderKit resolves SwiftNIO for them.
// Scripts/bench-peers builds them.
import PackageDescription

/// What the peers say of themselves; Scripts/bench-peers tells the toolchain's version.
let swiftNIO = Version(2, 101, 2)
let toolchain = Context.environment["PEERS_SWIFT_VERSION"] ?? "of unknown version"

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Peers",
    dependencies: [.package(url: "https://github.com/apple/swift-nio", exact: swiftNIO)],
    targets: [
        // Links to the folders that the peers in C share.
        .target(name: "CPeer"),
        .target(name: "CPeerTimers"),
        .target(name: "CPeerPipes", dependencies: ["CPeer"]),
        .target(
            name: "CPeerVersions",
            cSettings: [
                .define("PEER_SWIFT_VERSION", to: "\"\(toolchain)\""),
                .define("PEER_SWIFT_NIO_VERSION", to: "\"\(swiftNIO)\""),
            ]
        ),
        .target(name: "PeerSupport", dependencies: ["CPeer", "CPeerTimers"], swiftSettings: settings),
        .executableTarget(
            name: "FoundationPeer",
            dependencies: ["CPeer", "CPeerTimers", "CPeerVersions", "PeerSupport"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "DispatchPeer",
            dependencies: ["CPeer", "CPeerPipes", "CPeerTimers", "CPeerVersions", "PeerSupport"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SwiftNIOPeer",
            dependencies: [
                "CPeer", "CPeerPipes", "CPeerTimers", "CPeerVersions", "PeerSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
