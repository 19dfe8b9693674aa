import Foundation
import TestSupport
import Testing

@Suite("responderkit explain")
struct ExplainCommandTests {
    private static let sample = TouchData.package + "/Samples/demo.evemu"

    @Test("`explain` prints the views tried at a point of the recording's tree, and who gets the touch")
    func text() async throws {
        let tool = try await Tool.run(["explain", Self.sample, "--at", "230,120", "--tree", "demo"])
        #expect(tool.status == 0)
        #expect(tool.errors.isEmpty)
        #expect(
            tool.output == """
                touch at (230, 120): DemoLabel (16, 16, 104 x 80) is hit, DemoCard (184, 32, 136 x 112) gets it
                  Window (0, 0, 344 x 352): contains it at (230, 120)
                    DemoBackground (0, 0, 344 x 352): contains it at (230, 120)
                      DemoListBox (184, 208, 136 x 112): passed over: (46, -88) is outside its bounds (0, 0, 136 x 112)
                      DemoPad (24, 208, 152 x 112): passed over: (206, -88) is outside its bounds (0, 0, 152 x 112)
                      DemoControls (24, 144, 296 x 64): passed over: (206, -24) is outside its bounds (0, 0, 296 x 64)
                      DemoCard (184, 32, 136 x 112): contains it at (46, 88)
                        DemoLabel (16, 16, 104 x 80): hit at (30, 72)
                hit: DemoLabel (16, 16, 104 x 80) in Window (0, 0, 344 x 352)
                began: DemoLabel (16, 16, 104 x 80) passes it on: its class does not override touchesBegan
                       DemoCard (184, 32, 136 x 112) gets it

                """
        )
    }

    @Test(
        "`explain` says where `replay` says that a touch goes",
        arguments: [(256, 192), (768, 192), (256, 576), (128, 384)]
    )
    func asReplay(x: Int, y: Int) async throws {
        let file = TouchData.package + "/Samples/taps-drag-pinch.evemu"
        let replay = try await Tool.run(["replay", file, "--tree", "demo", "--speed", "max"])
        let line = try #require(
            replay.output.split(separator: "\n").first {
                $0.contains("began ") && $0.contains("finger 1 at (\(x), \(y))")
            }
        )
        let ways = line.split(separator: "-> ").dropFirst().compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
        let tool = try await Tool.run(["explain", file, "--at", "\(x),\(y)", "--tree", "demo", "--json"])
        #expect(try Explained(tool).chain == ways)
        #expect(try Explained(tool).responder == ways.last)
    }

    @Test("`explain` says at a point off the panel that no window's `hitTest` returned a view")
    func offPanel() async throws {
        let text = try await Tool.run(["explain", Self.sample, "--at", "-5,5"])
        #expect(text.status == 0)
        #expect(text.output.hasPrefix("touch at (-5, 5): nobody gets it, since no window's hitTest returned a view\n"))
        let explained = try await Explained(Tool.run(["explain", Self.sample, "--at", "1e9,5", "--json"]))
        #expect(explained.missed == "no window's hitTest returned a view")
        #expect(explained.responder == nil && explained.chain.isEmpty)
        #expect(explained.tried.map(\.outcome) == ["passed over"])
    }

    @Test(
        "`explain` says what a point is, where the argument is none",
        arguments: ["5", "5,", "5,x", "1,2,3", "nan,1", ""]
    )
    func malformedPoint(point: String) async throws {
        let tool = try await Tool.run(["explain", Self.sample, "--at", point])
        #expect(tool.status != 0)
        #expect(tool.output.isEmpty)
        let help = "Help:  --at <X,Y>  The point in points of the window, as 120,80."
        #expect(tool.errors.contains(help), "\(tool.errors)")
    }

    @Test("`explain` needs no recording, but a size is enough, and that of `replay` is taken without one")
    func noRecording() async throws {
        func text(_ arguments: String...) async throws -> String {
            let tool = try await Tool.run(["explain", "--at", "230,120", "--tree", "demo"] + arguments)
            #expect(tool.status == 0, "\(tool.errors)")
            return tool.output
        }
        let sized = try await text("--size", "344x352")
        #expect(try await sized == text(Self.sample))
        #expect(try await text().contains("Window (0, 0, 1024 x 768): contains it"))
        let device = try await Tool.run(["explain", "--at", "1,1", "--device", "x"])
        #expect(device.status == EX_USAGE && device.errors.contains("--device is about a recording: give both"))
    }

    @Test("`explain` names a file that is missing, and one that is no recording, with its line")
    func files() async throws {
        let missing = try await Tool.run(["explain", "/no/such.evemu", "--at", "1,1"])
        #expect(missing.status != 0 && missing.output.isEmpty)
        #expect(missing.errors.hasPrefix("Error: /no/such.evemu: cannot be read: No such file"))
        let file = try TemporaryFile(".evemu", containing: "file\tname\n")
        let foreign = try await Tool.run(["explain", file.path, "--at", "1,1"])
        #expect(foreign.errors.hasPrefix("Error: \(file.path):1: no known recording"))
    }
}

/// What `responderkit explain --json` prints.
private struct Explained: Decodable {
    struct Tried: Decodable {
        let view: String
        let outcome: String
    }

    let tried: [Tried]
    let missed: String?
    let chain: [String]
    let responder: String?

    init(_ tool: ChildProcess) throws {
        self = try JSONDecoder().decode(Explained.self, from: Data(tool.output.utf8))
    }
}
