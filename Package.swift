// swift-tools-version: 6.2
import PackageDescription

/// Whether a warning fails the build: only where `.ci/run` asks for it, by a name that no embedder's CI sets by chance.
let warningsAreErrors = Context.environment["RESPONDERKIT_WARNINGS_AS_ERRORS"] == "1"

/// What every Swift target of the package is compiled with.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

/// What every C target of the package is compiled with.
let strictC: [CSetting] = warningsAreErrors ? [.treatAllWarnings(as: .error)] : []

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "ResponderKit",
    products: [
        .library(name: "ResponderKit", targets: ["ResponderKit"]),
        .library(name: "ResponderEventLoop", targets: ["ResponderEventLoop"]),
        .library(name: "ResponderNotifications", targets: ["ResponderNotifications"]),
        .library(name: "ResponderTouchInput", targets: ["ResponderTouchInput"]),
        .library(name: "ResponderRecordings", targets: ["ResponderRecordings"]),
        .library(name: "ResponderSimulator", targets: ["ResponderSimulator"]),
        .library(name: "ResponderKitTesting", targets: ["ResponderKitTesting"]),
    ],
    traits: [
        // Only for the benchmark: `make bench` switches it on where libev's header is.
        .trait(name: "Libev", description: "Has the benchmark measure libev's timers too; needs libev-dev."),
        // Only for a test: `make check` switches it on.
        .trait(name: "GLib", description: "Has a test run a loop inside GLib's; needs libglib2.0-dev."),
    ],
    dependencies: [
        // Who embeds the library gets this one and libevent.
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        // Only the command-line tool needs this one, and it has no declared product: embedders do not resolve it.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        // Only the tool, tests and fuzzers need this one, for libinput's recordings.
        .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
        // Only the benchmark needs this one.
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        // Only a program that tests spawn needs this one.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        // Only `make docs` needs this one.
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CResponderLibevent",
            pkgConfig: "libevent_core",
            providers: [.apt(["libevent-dev"])]
        ),
        .target(name: "CResponderEventLoop", dependencies: ["CResponderLibevent"], cSettings: strictC),
        .target(
            name: "ResponderEventLoop",
            dependencies: ["CResponderEventLoop", logging],
            swiftSettings: strict
        ),
        .target(
            name: "ResponderNotifications",
            dependencies: ["ResponderEventLoop", logging],
            swiftSettings: strict
        ),
        // What evdev nodes answer: their ioctls are macros.
        .target(name: "CResponderInput", cSettings: strictC),
        .target(
            name: "ResponderTouchInput",
            dependencies: ["CResponderEventLoop", "CResponderInput", "ResponderEventLoop", logging],
            swiftSettings: strict
        ),
        .target(
            name: "ResponderRecordings",
            dependencies: ["ResponderTouchInput", "ResponderEventLoop"],
            swiftSettings: strict
        ),
        // No declared product: one would have every embedder resolve Yams.
        .target(
            name: "ResponderLibinputRecordings",
            dependencies: [
                "ResponderRecordings", "ResponderTouchInput", "ResponderEventLoop",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "ResponderKit",
            dependencies: [
                "CResponderEventLoop", "ResponderEventLoop", "ResponderNotifications", "ResponderTouchInput", logging,
            ],
            swiftSettings: strict
        ),
        .target(name: "ResponderSimulator", dependencies: ["ResponderKit"], swiftSettings: strict),
        .target(
            name: "ResponderKitTesting",
            dependencies: ["ResponderKit", "ResponderSimulator"],
            swiftSettings: strict
        ),
        // The demo's terminal: what signal handlers must reach is C.
        .target(name: "CResponderTerminal", cSettings: strictC),
        // Executables have no declared product: one would drag what it depends on into every embedder's resolution.
        .executableTarget(
            name: "responderkit",
            dependencies: [
                "CResponderTerminal", "ResponderKit", "ResponderLibinputRecordings", "ResponderRecordings",
                "ResponderSimulator",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/ResponderTool",
            swiftSettings: strict
        ),
        // Programs that tests spawn; those of apps are isolated to the main actor by default, as apps are.
        .executableTarget(
            name: "FirstApp",
            dependencies: ["ResponderKit"],
            path: "Examples/FirstApp",
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
        .executableTarget(
            name: "Kiosk",
            dependencies: ["ResponderKit"],
            path: "Examples/Kiosk",
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
        .executableTarget(
            name: "LaunchFixture",
            dependencies: ["ResponderKit"],
            path: "Tests/Fixtures/LaunchFixture",
            swiftSettings: strict + [.defaultIsolation(MainActor.self)]
        ),
        .executableTarget(
            name: "BlockingRunFixture",
            dependencies: ["ResponderEventLoop"],
            path: "Tests/Fixtures/BlockingRun",
            swiftSettings: strict
        ),
        // Loops of others with ours inside.
        .target(
            name: "EmbeddingScenario",
            dependencies: ["ResponderEventLoop"],
            path: "Tests/Fixtures/Embedding/Scenario",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "PollHostFixture",
            dependencies: ["EmbeddingScenario", "ResponderEventLoop"],
            path: "Tests/Fixtures/Embedding/PollHost",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "NIOHostFixture",
            dependencies: [
                "EmbeddingScenario", "ResponderEventLoop",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/Fixtures/Embedding/NIOHost",
            swiftSettings: strict
        ),
        .systemLibrary(
            name: "CGLib",
            path: "Tests/Fixtures/Embedding/CGLib",
            pkgConfig: "glib-2.0",
            providers: [.apt(["libglib2.0-dev"])]
        ),
        .executableTarget(
            name: "GLibHostFixture",
            dependencies: [
                "EmbeddingScenario", "ResponderEventLoop", .target(name: "CGLib", condition: .when(traits: ["GLib"])),
            ],
            path: "Tests/Fixtures/Embedding/GLibHost",
            swiftSettings: strict
        ),
        // Responders in another module than the tests that use them.
        .target(
            name: "Widgets",
            dependencies: ["ResponderKit"],
            path: "Tests/Fixtures/Widgets",
            swiftSettings: strict
        ),
        .target(
            name: "CBenchFloors",
            dependencies: ["CResponderLibevent"],
            path: "Benchmarks/CBenchFloors",
            cSettings: strictC + [.define("BENCH_WITH_LIBEV", .when(traits: ["Libev"]))],
            // libev has no pkg-config file, in Debian at least; header and library stand where every compiler looks.
            linkerSettings: [.linkedLibrary("ev", .when(traits: ["Libev"]))]
        ),
        .executableTarget(
            name: "responder-bench",
            dependencies: [
                "CBenchFloors", "ResponderKit", "ResponderEventLoop", "ResponderNotifications", "ResponderTouchInput",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ],
            path: "Benchmarks/ResponderBench",
            swiftSettings: strict
        ),
        // Random work on a loop: for the model test, and for the soak, which links no testing library.
        .target(
            name: "LoopChurn",
            dependencies: ["ResponderEventLoop"],
            path: "Tests/LoopChurn",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "LoopSoak",
            dependencies: ["LoopChurn", "ResponderEventLoop"],
            path: "Tests/Fixtures/LoopSoak",
            swiftSettings: strict
        ),
        // What fuzzers feed with bytes, and check; and the program that does so (`make fuzz`).
        .target(
            name: "Fuzzers",
            dependencies: [
                "ResponderKit", "ResponderEventLoop", "ResponderLibinputRecordings", "ResponderNotifications",
                "ResponderRecordings", "ResponderSimulator", "ResponderTouchInput",
            ],
            path: "Fuzzing/Fuzzers",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "responder-fuzz",
            dependencies: ["Fuzzers"],
            path: "Fuzzing/ResponderFuzz",
            swiftSettings: strict
        ),
        // What several suites use.
        .target(
            name: "TestSupport",
            dependencies: [
                "ResponderEventLoop", "ResponderLibinputRecordings", "ResponderRecordings", "ResponderTouchInput",
            ],
            path: "Tests/Support",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderEventLoopTests",
            dependencies: ["ResponderEventLoop", "LoopChurn", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderNotificationsTests",
            dependencies: ["ResponderNotifications", "ResponderEventLoop", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderTouchInputTests",
            dependencies: ["ResponderTouchInput", "ResponderEventLoop", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderRecordingsTests",
            dependencies: [
                "ResponderRecordings", "ResponderLibinputRecordings", "ResponderTouchInput", "ResponderEventLoop",
                "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderKitTests",
            dependencies: ["ResponderKit", "ResponderSimulator", "ResponderKitTesting", "TestSupport", "Widgets"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderSimulatorTests",
            dependencies: ["ResponderKit", "ResponderSimulator", "ResponderKitTesting", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderKitTestingTests",
            dependencies: [
                "ResponderKit", "ResponderSimulator", "ResponderKitTesting", "ResponderRecordings", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderToolTests",
            dependencies: ["responderkit", "ResponderKit", "ResponderRecordings", "ResponderSimulator", "TestSupport"],
            swiftSettings: strict
        ),
        // The only tests in real time: processes, signals and the system's clock.
        .testTarget(
            name: "RealTimeTests",
            dependencies: [
                "ResponderKit", "ResponderEventLoop", "ResponderNotifications", "ResponderRecordings", "LaunchFixture",
                "FirstApp", "Kiosk", "responderkit", "BlockingRunFixture", "PollHostFixture", "NIOHostFixture",
                "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FuzzersTests",
            dependencies: ["Fuzzers", "ResponderEventLoop", "ResponderTouchInput", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BenchmarkTests",
            dependencies: ["responder-bench", "CBenchFloors", "ResponderKit", "TestSupport"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
