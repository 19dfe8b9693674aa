// swift-tools-version: 6.2
import PackageDescription

/// Whether a warning fails the build: only `.ci/run` asks for that, by a variable that no embedder's CI sets by chance.
let warningsAreErrors = Context.environment["RESPONDERKIT_WARNINGS_AS_ERRORS"] == "1"

/// The settings of every Swift target of the package.
let settings: [SwiftSetting] = warningsAreErrors ? [.treatAllWarnings(as: .error)] : []

/// The settings of every Swift target but the examples, which are written as apps are.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + settings

/// The settings of every C target of the package.
let strictC: [CSetting] = warningsAreErrors ? [.treatAllWarnings(as: .error)] : []

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

/// A program of one file, which the benchmark starts.
func hello(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    let others = ["Core", "Kit", "Screen", "Empty"].filter { $0 != name }.map { "Hello\($0).swift" }
    return .executableTarget(
        name: "Hello\(name)",
        dependencies: ["CHelloReport"] + dependencies,
        path: "Benchmarks/Hello",
        exclude: ["Report"] + others,
        swiftSettings: strict
    )
}

let package = Package(
    name: "ResponderKit",
    products: [
        .library(name: "ResponderKit", targets: ["ResponderKit"]),
        // For who draws and lays out by other means: ResponderKit without controls, scroll views, text and bars.
        .library(name: "ResponderCore", targets: ["ResponderCore"]),
        .library(name: "ResponderEventLoop", targets: ["ResponderEventLoop"]),
        .library(name: "ResponderNotifications", targets: ["ResponderNotifications"]),
        .library(name: "ResponderTouchInput", targets: ["ResponderTouchInput"]),
        .library(name: "ResponderRecordings", targets: ["ResponderRecordings"]),
        .library(name: "ResponderInterface", targets: ["ResponderInterface"]),
        // An app's files, keychain and preferences; encrypted by the trait Sodium.
        .library(name: "ResponderEnvironment", targets: ["ResponderEnvironment"]),
        .library(name: "ResponderSimulator", targets: ["ResponderSimulator"]),
        // What an app needs that has a screen in public to itself.
        .library(name: "ResponderKiosk", targets: ["ResponderKiosk"]),
        .library(name: "ResponderSVG", targets: ["ResponderSVG"]),
        // Pixels, by the trait Cairo: without it the module is empty.
        .library(name: "ResponderCairo", targets: ["ResponderCairo"]),
        // A window under a Wayland compositor, by the trait Wayland: without it the module is empty.
        .library(name: "ResponderWayland", targets: ["ResponderWayland"]),
        // Foundation's RunLoop.main, served by this package's loop.
        .library(name: "ResponderFoundation", targets: ["ResponderFoundation"]),
        .library(name: "ResponderKitTesting", targets: ["ResponderKitTesting"]),
        .library(name: "ResponderScenarios", targets: ["ResponderScenarios"]),
        .library(name: "ResponderFuzzing", targets: ["ResponderFuzzing"]),
    ],
    traits: [
        .trait(
            name: "Cairo",
            description: "Has the product ResponderCairo draw; needs libcairo2-dev, libpango1.0-dev."
        ),
        .trait(
            name: "Wayland",
            description: "Has the product ResponderWayland show windows; needs libwayland-dev, libxkbcommon-dev, "
                + "wayland-protocols, and a call of Scripts/prepare-wayland.",
            enabledTraits: ["Cairo"]
        ),
        .trait(
            name: "SDL",
            description: "Builds the examples SDLWindow and SDLMainLoop; needs libsdl2-dev.",
            enabledTraits: ["Cairo"]
        ),
        .trait(name: "GTK", description: "Builds the example GTKMainLoop; needs libgtk-4-dev."),
        .trait(
            name: "Sodium",
            description: "Has the product ResponderEnvironment encrypt files and keychains; needs libsodium-dev."
        ),
        // Only for a check: `make check` switches them on.
        .trait(name: "GLib", description: "Builds the program that runs a loop inside GLib's; needs libglib2.0-dev."),
        .trait(name: "NIO", description: "Builds the program that runs a loop inside SwiftNIO's; needs swift-nio."),
    ],
    dependencies: [
        // Embedders of the library get only this package, and libevent.
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        // Only executables need this one, and they have no declared product: embedders do not resolve it.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        // Only the tool, tests and fuzzers need this one, for libinput's recordings.
        .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
        // Only the benchmark needs this one.
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        // Only a program that `make check` builds needs this one. Without the trait NIO it is not resolved.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .systemLibrary(
            name: "CResponderLibevent",
            pkgConfig: "libevent_core",
            providers: [.apt(["libevent-dev"])]
        ),
        .target(name: "CResponderEventLoop", dependencies: ["CResponderLibevent"], cSettings: strictC),
        // What has nothing to do with events: text for messages, files, raw memory.
        .target(name: "ResponderSupport", swiftSettings: strict),
        .target(
            name: "ResponderEventLoop",
            dependencies: ["CResponderEventLoop", "ResponderSupport", logging],
            swiftSettings: strict
        ),
        // Calls of CoreFoundation, which Foundation's library has.
        .target(name: "CResponderFoundation", cSettings: strictC),
        // The only library module that imports Foundation.
        .target(
            name: "ResponderFoundation",
            dependencies: ["CResponderFoundation", "ResponderEventLoop"],
            swiftSettings: strict
        ),
        .target(
            name: "ResponderNotifications",
            dependencies: ["ResponderEventLoop", "ResponderSupport", logging],
            swiftSettings: strict
        ),
        // The ioctls of evdev nodes, which are macros in C.
        .target(name: "CResponderInput", cSettings: strictC),
        .target(
            name: "ResponderTouchInput",
            dependencies: [
                "CResponderEventLoop", "CResponderInput", "ResponderEventLoop", "ResponderSupport", logging,
            ],
            swiftSettings: strict
        ),
        .target(
            name: "ResponderRecordings",
            dependencies: ["ResponderTouchInput", "ResponderEventLoop", "ResponderSupport"],
            swiftSettings: strict
        ),
        // No declared product, since a product would make every embedder resolve Yams.
        .target(
            name: "ResponderLibinputRecordings",
            dependencies: [
                "ResponderRecordings", "ResponderTouchInput", "ResponderEventLoop", "ResponderYAML",
            ],
            swiftSettings: strict
        ),
        // YAML for recordings and scenarios; no product, as above.
        .target(
            name: "ResponderYAML",
            dependencies: [.product(name: "Yams", package: "Yams")],
            swiftSettings: strict
        ),
        // The place where the widgets, which the core does not know, can be found by it.
        .target(name: "CResponderCore", cSettings: strictC),
        .target(
            name: "ResponderCore",
            dependencies: [
                "CResponderCore", "CResponderEventLoop", "ResponderEventLoop", "ResponderNotifications",
                "ResponderSupport", "ResponderTouchInput", logging,
            ],
            swiftSettings: strict
        ),
        .target(
            name: "ResponderWidgets",
            dependencies: [
                "ResponderCore", "ResponderEventLoop", "ResponderNotifications", "ResponderSupport",
                "ResponderTouchInput", logging,
            ],
            swiftSettings: strict
        ),
        .target(name: "ResponderKit", dependencies: ["ResponderCore", "ResponderWidgets"], swiftSettings: strict),
        .target(
            name: "ResponderInterface",
            dependencies: ["ResponderKit", "ResponderEventLoop", "ResponderSupport"],
            swiftSettings: strict
        ),
        // Calls of Linux that Swift does not see.
        .target(name: "CResponderEnvironment", cSettings: strictC),
        .systemLibrary(name: "CResponderSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .target(
            name: "ResponderEnvironment",
            dependencies: [
                "CResponderEnvironment", "ResponderEventLoop", "ResponderKit", "ResponderSupport", logging,
                .target(name: "CResponderSodium", condition: .when(traits: ["Sodium"])),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "ResponderSimulator",
            dependencies: ["ResponderEnvironment", "ResponderKit", "ResponderSupport"],
            swiftSettings: strict
        ),
        .target(
            name: "ResponderKiosk",
            dependencies: [
                "CResponderKiosk", "ResponderCore", "ResponderEventLoop", "ResponderKit", "ResponderNotifications",
                "ResponderSupport", "ResponderTouchInput", "ResponderWidgets", logging,
            ],
            swiftSettings: strict
        ),
        // The hashing of codes, which takes a million rounds.
        .target(name: "CResponderKiosk", cSettings: strictC),
        .target(name: "ResponderSVG", dependencies: ["ResponderKit", "ResponderSupport"], swiftSettings: strict),
        // Cairo and Pango, as Debian has them.
        .systemLibrary(
            name: "CResponderCairo",
            pkgConfig: "pangocairo",
            providers: [.apt(["libcairo2-dev", "libpango1.0-dev"])]
        ),
        .target(
            name: "ResponderCairo",
            dependencies: [
                "ResponderKit", "ResponderSupport", logging,
                .target(name: "CResponderCairo", condition: .when(traits: ["Cairo"])),
            ],
            swiftSettings: strict
        ),
        // libwayland and xkbcommon for ResponderWayland, with the protocols' code (Scripts/prepare-wayland).
        .target(
            name: "CResponderWayland",
            cSettings: [.define("RESPONDER_WAYLAND", .when(traits: ["Wayland"]))] + strictC
        ),
        .target(
            name: "ResponderWayland",
            dependencies: [
                "ResponderCairo", "ResponderKit", "ResponderSupport", "ResponderTouchInput", logging,
                .target(name: "CResponderWayland", condition: .when(traits: ["Wayland"])),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "ResponderKitTesting",
            dependencies: [
                "ResponderKit", "ResponderSimulator", "ResponderSupport",
                .target(name: "ResponderCairo", condition: .when(traits: ["Cairo"])),
            ],
            swiftSettings: strict
        ),
        // Calls of Linux that Swift does not see.
        .target(name: "CResponderScenarios", cSettings: strictC),
        .target(
            name: "ResponderScenarios",
            dependencies: [
                "CResponderScenarios", "ResponderCore", "ResponderEventLoop", "ResponderInterface", "ResponderKit",
                "ResponderKitTesting", "ResponderRecordings", "ResponderSVG", "ResponderSimulator", "ResponderSupport",
            ],
            swiftSettings: strict
        ),
        // Random apps and random fingers, with checkers.
        .target(
            name: "ResponderFuzzing",
            dependencies: [
                "CResponderScenarios", "ResponderInterface", "ResponderKit", "ResponderKitTesting",
                "ResponderNotifications", "ResponderRecordings", "ResponderScenarios", "ResponderSimulator",
                "ResponderSupport",
            ],
            swiftSettings: strict
        ),
        // No declared product, as above: the tool and tests have it.
        .target(
            name: "ResponderScenarioYAML",
            dependencies: ["ResponderInterface", "ResponderYAML"],
            swiftSettings: strict
        ),
        // The demo's terminal, in C, since signal handlers use it.
        .target(name: "CResponderTerminal", cSettings: strictC),
        // The app that `make run` starts, and the replay of a recording in such an app.
        .target(
            name: "ResponderDemo",
            dependencies: ["CResponderTerminal", "ResponderKit", "ResponderRecordings", "ResponderSupport"],
            // A link to the recording in Samples, so that a program that was copied elsewhere has it too.
            resources: [.embedInCode("demo.evemu")],
            swiftSettings: strict
        ),
        // Executables have no declared product, since every embedder would then resolve their dependencies.
        .executableTarget(
            name: "responderkit-demo",
            dependencies: ["ResponderDemo", "ResponderKit", "ResponderRecordings"],
            path: "Sources/DemoProgram",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "responderkit",
            dependencies: [
                "ResponderDemo", "ResponderFuzzing", "ResponderInterface", "ResponderKit",
                "ResponderLibinputRecordings", "ResponderRecordings", "ResponderSVG", "ResponderScenarioYAML",
                "ResponderScenarios",
                "ResponderSimulator", "ResponderSupport",
                .target(name: "ResponderCairo", condition: .when(traits: ["Cairo"])),
                .target(name: "ResponderWayland", condition: .when(traits: ["Wayland"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/ResponderTool",
            swiftSettings: strict
        ),
        // Programs that tests spawn. The apps among them are isolated to the main actor by default.
        .executableTarget(
            name: "FirstApp",
            dependencies: ["ResponderKit"],
            path: "Examples/FirstApp",
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]
        ),
        .executableTarget(
            name: "Kiosk",
            dependencies: [
                "ResponderKiosk", "ResponderKit",
                .target(name: "ResponderWayland", condition: .when(traits: ["Wayland"])),
            ],
            path: "Examples/Kiosk",
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]
        ),
        .executableTarget(
            name: "Service",
            dependencies: ["ResponderEnvironment", "ResponderKit"],
            path: "Examples/Service",
            exclude: ["service.service"],
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]
        ),
        // A host of an embedder's own, by the trait SDL: without it the example says so.
        .systemLibrary(
            name: "CSDL",
            path: "Examples/SDLWindow/CSDL",
            pkgConfig: "sdl2",
            providers: [.apt(["libsdl2-dev"])]
        ),
        .executableTarget(
            name: "SDLWindow",
            dependencies: [
                "ResponderKit", .target(name: "CSDL", condition: .when(traits: ["SDL"])),
                .target(name: "ResponderCairo", condition: .when(traits: ["SDL"])),
            ],
            path: "Examples/SDLWindow/Window",
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]
        ),
        // The main actor in other libraries' main loops, by the traits GTK and SDL.
        .systemLibrary(
            name: "CGTK",
            path: "Examples/GTKMainLoop/CGTK",
            pkgConfig: "gtk4",
            providers: [.apt(["libgtk-4-dev"])]
        ),
        .executableTarget(
            name: "GTKMainLoop",
            dependencies: ["ResponderEventLoop", .target(name: "CGTK", condition: .when(traits: ["GTK"]))],
            path: "Examples/GTKMainLoop/Window",
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]
        ),
        .executableTarget(
            name: "SDLMainLoop",
            dependencies: ["ResponderEventLoop", .target(name: "CSDL", condition: .when(traits: ["SDL"]))],
            path: "Examples/SDLMainLoop",
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]
        ),
        // A recogniser outside of the library, as an app would write it.
        .target(
            name: "TransformGesture",
            dependencies: ["ResponderKit"],
            path: "Examples/TransformGesture",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "LaunchFixture",
            dependencies: ["ResponderKit", "ResponderInterface"],
            path: "Tests/Fixtures/LaunchFixture",
            swiftSettings: strict + [.defaultIsolation(MainActor.self)]
        ),
        // An app that counts up in its state, until a test kills it.
        .executableTarget(
            name: "SavingProgramFixture",
            dependencies: ["ResponderKit", "ResponderInterface"],
            path: "Tests/Fixtures/SavingProgram",
            swiftSettings: strict + [.defaultIsolation(MainActor.self)]
        ),
        // The program of scenarios, with scenarios that do what their text says, such as crash.
        .executableTarget(
            name: "ScenarioProgramFixture",
            dependencies: ["ResponderScenarios", "ResponderSupport"],
            path: "Tests/Fixtures/ScenarioProgram",
            swiftSettings: strict
        ),
        // The program of the fuzzer, with apps that have faults.
        .executableTarget(
            name: "FuzzProgramFixture",
            dependencies: ["ResponderFuzzing", "ResponderKit", "ResponderScenarios"],
            path: "Tests/Fixtures/FuzzProgram",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "BlockingRunFixture",
            dependencies: ["ResponderEventLoop"],
            path: "Tests/Fixtures/BlockingRun",
            swiftSettings: strict
        ),
        // A process that uses its home.
        .executableTarget(
            name: "HomeProgramFixture",
            dependencies: ["ResponderEnvironment"],
            path: "Tests/Fixtures/HomeProgram",
            swiftSettings: strict
        ),
        // An app that prints what the machine tells it: for tests of real processes, and for a real kernel.
        .executableTarget(
            name: "MachineProgramFixture",
            dependencies: ["ResponderEnvironment", "ResponderKit"],
            path: "Tests/Fixtures/MachineProgram",
            swiftSettings: strict + [.defaultIsolation(MainActor.self)]
        ),
        // Foundation's timers, performs and ports in a loop of this package.
        .executableTarget(
            name: "FoundationLoopFixture",
            dependencies: ["ResponderEventLoop", "ResponderFoundation"],
            path: "Tests/Fixtures/FoundationLoop",
            swiftSettings: strict
        ),
        // Other libraries' loops with ours inside.
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
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["NIO"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["NIO"])),
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
        // Responders in a module of their own, apart from the tests that use them.
        .target(
            name: "Widgets",
            dependencies: ["ResponderKit"],
            path: "Tests/Fixtures/Widgets",
            swiftSettings: strict
        ),
        // Devices that a process makes in the kernel, and the checks with them, in a virtual machine (`make vm`).
        .target(name: "CVirtualDevices", path: "Tests/VirtualMachine/CVirtualDevices", cSettings: strictC),
        .executableTarget(
            name: "GuestChecks",
            dependencies: ["CVirtualDevices", "ResponderKit", "ResponderRecordings", "ResponderSupport"],
            path: "Tests/VirtualMachine/Guest",
            swiftSettings: strict
        ),
        // The plan of the workloads with timers, which the peers (Benchmarks/Peers) compile too.
        .target(name: "CBenchTimers", path: "Benchmarks/Peers/Timers", cSettings: strictC),
        .target(
            name: "CBenchFloors",
            dependencies: ["CBenchTimers", "CResponderLibevent"],
            path: "Benchmarks/CBenchFloors",
            cSettings: strictC
        ),
        .executableTarget(
            name: "responder-bench",
            dependencies: [
                "CBenchFloors", "CBenchTimers", "ResponderKit", "ResponderEventLoop", "ResponderNotifications",
                "ResponderSimulator", "ResponderSupport", "ResponderTouchInput",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .target(name: "ResponderCairo", condition: .when(traits: ["Cairo"])),
                .target(name: "ResponderWayland", condition: .when(traits: ["Wayland"])),
                .target(name: "TestCompositor", condition: .when(traits: ["Wayland"])),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                // The programs that the benchmark starts.
                "HelloCore", "HelloEmpty", "HelloKit", "HelloScreen", "Kiosk",
            ],
            path: "Benchmarks/ResponderBench",
            swiftSettings: strict
        ),
        // Programs that the benchmark starts: hello-worlds with and without widgets, with pixels, and one without
        // any of this package.
        .target(name: "CHelloReport", path: "Benchmarks/Hello/Report", cSettings: strictC),
        hello("Core", ["ResponderCore"]),
        hello("Kit", ["ResponderKit"]),
        hello(
            "Screen",
            [
                "ResponderKit", .target(name: "ResponderCairo", condition: .when(traits: ["Cairo"])),
                .target(name: "ResponderWayland", condition: .when(traits: ["Wayland"])),
            ]
        ),
        hello("Empty", []),
        // Random work on a loop, for the model test and for LoopSoak, which links no testing library.
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
        // Responders of random models, in tests and in fuzzers.
        .target(
            name: "ModelResponders",
            dependencies: ["ResponderKit"],
            path: "Tests/ModelResponders",
            swiftSettings: strict
        ),
        // The parts that are fuzzed with their checks, and the program that feeds them with bytes (`make fuzz`).
        .target(
            name: "Fuzzers",
            dependencies: [
                "ModelResponders", "ResponderKit", "ResponderEventLoop", "ResponderInterface",
                "ResponderLibinputRecordings", "ResponderNotifications", "ResponderRecordings", "ResponderScenarioYAML",
                "ResponderScenarios", "ResponderSimulator", "ResponderTouchInput",
                .target(name: "ResponderCairo", condition: .when(traits: ["Cairo"])),
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
        // What `make lint` checks in the text of sources and pages, and the program that does so.
        .target(name: "RepositoryChecks", path: "Checks/RepositoryChecks", swiftSettings: strict),
        .executableTarget(
            name: "repository-checks",
            dependencies: ["RepositoryChecks"],
            path: "Checks/Program",
            swiftSettings: strict
        ),
        // Helpers for several suites.
        .target(
            name: "TestSupport",
            dependencies: [
                "ResponderEventLoop", "ResponderLibinputRecordings", "ResponderNotifications", "ResponderRecordings",
                "ResponderTouchInput",
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
            dependencies: [
                "ModelResponders", "ResponderCore", "ResponderKit", "ResponderWidgets", "ResponderSimulator",
                "ResponderKitTesting", "TestSupport", "Widgets",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderRecorderTests",
            dependencies: [
                "ResponderCore", "ResponderKit", "ResponderKitTesting", "ResponderSimulator", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderInterfaceTests",
            dependencies: [
                "ResponderInterface", "ResponderKit", "ResponderKitTesting", "ResponderSimulator", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderEnvironmentTests",
            dependencies: [
                "ResponderEnvironment", "ResponderKit", "ResponderKitTesting", "ResponderSimulator", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderSimulatorTests",
            dependencies: [
                "ResponderEnvironment", "ResponderKit", "ResponderSimulator", "ResponderKitTesting", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderSVGTests",
            dependencies: ["ResponderKit", "ResponderSVG", "ResponderKitTesting", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderKioskTests",
            dependencies: [
                "Kiosk", "ResponderCore", "ResponderEventLoop", "ResponderKiosk", "ResponderKit", "ResponderKitTesting",
                "ResponderSimulator", "ResponderTouchInput", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderCairoTests",
            dependencies: [
                "Kiosk", "ResponderCairo", "ResponderKit", "ResponderKitTesting", "TestSupport",
                .target(name: "CResponderCairo", condition: .when(traits: ["Cairo"])),
            ],
            swiftSettings: strict
        ),
        // A compositor in the process of the test, by the trait Wayland.
        .target(
            name: "TestCompositor",
            // For the tables of the protocols.
            dependencies: ["CResponderWayland"],
            path: "Tests/Fixtures/TestCompositor",
            cSettings: [.define("RESPONDER_WAYLAND", .when(traits: ["Wayland"]))] + strictC,
            linkerSettings: [.linkedLibrary("wayland-server", .when(traits: ["Wayland"]))]
        ),
        .testTarget(
            name: "ResponderWaylandTests",
            dependencies: [
                "Kiosk", "ResponderCairo", "ResponderKit", "ResponderKitTesting", "ResponderWayland", "TestSupport",
                .target(name: "TestCompositor", condition: .when(traits: ["Wayland"])),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderKitTestingTests",
            dependencies: [
                "Kiosk", "ResponderKit", "ResponderSimulator", "ResponderKitTesting", "ResponderRecordings",
                "TestSupport", "TransformGesture",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderScenariosTests",
            dependencies: [
                "ResponderInterface", "ResponderKit", "ResponderKitTesting", "ResponderScenarioYAML",
                "ResponderScenarios", "ResponderSimulator", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderFuzzingTests",
            dependencies: ["ResponderFuzzing", "ResponderKit", "ResponderScenarios", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ResponderToolTests",
            dependencies: [
                "FuzzProgramFixture", "responderkit", "responderkit-demo", "ResponderDemo", "ResponderKit",
                "ResponderRecordings", "ResponderSimulator", "ScenarioProgramFixture", "TestSupport",
            ],
            swiftSettings: strict
        ),
        // The suites with several threads, which the thread sanitizer runs.
        .testTarget(
            name: "ThreadTests",
            dependencies: [
                "ResponderCore", "ResponderEnvironment", "ResponderInterface", "ResponderKit", "ResponderEventLoop",
                "ResponderNotifications", "ResponderTouchInput", "ResponderSimulator", "ResponderKitTesting",
                "TestSupport",
            ],
            swiftSettings: strict
        ),
        // The only tests in real time: processes, signals and the system's clock.
        .testTarget(
            name: "RealTimeTests",
            dependencies: [
                "ResponderEnvironment", "ResponderKit", "ResponderEventLoop", "ResponderNotifications",
                "ResponderRecordings", "LaunchFixture", "FirstApp", "Kiosk", "responderkit", "BlockingRunFixture",
                "FoundationLoopFixture", "HomeProgramFixture", "MachineProgramFixture", "PollHostFixture",
                "SavingProgramFixture", "Service", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FuzzersTests",
            dependencies: ["Fuzzers", "ResponderEventLoop", "ResponderTouchInput", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(name: "RepositoryChecksTests", dependencies: ["RepositoryChecks"], swiftSettings: strict),
        .testTarget(
            name: "BenchmarkTests",
            dependencies: ["responder-bench", "CBenchFloors", "CBenchTimers", "ResponderKit", "TestSupport"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Scripts that need some of the test targets name them, so that the others are not built: `Scripts/check` does so.
if let names = Context.environment["RESPONDERKIT_TEST_TARGETS"]?.split(separator: ",").map(String.init) {
    for name in names where !package.targets.contains(where: { $0.type == .test && $0.name == name }) {
        fatalError("RESPONDERKIT_TEST_TARGETS names \(name), which is no test target of Package.swift")
    }
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
