import Foundation
import ResponderCore
import ResponderKiosk
import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

@Suite("The hash of an operator's code")
struct OperatorCodeTests {
    // Rules: K15.
    @Test("The text form of a hash gives the same hash, differs for each hashing, and does not hold the code")
    func text() throws {
        let (code, other) = (OperatorCode(hashing: "1234", rounds: 10), OperatorCode(hashing: "1234", rounds: 10))
        #expect(try OperatorCode("\(code)") == code)
        #expect(code != other && !"\(code)".contains("1234$"))
        #expect("\(code)".hasPrefix("pbkdf2-sha256$10$"))
    }

    // Rules: K15.
    @Test("The end of the line in a file with a hash does not matter", arguments: ["\n", "\r\n", " \n\n"])
    func lineEnd(end: String) throws {
        let code = OperatorCode(hashing: "1234", rounds: 10)
        #expect(try OperatorCode("\(code)\(end)") == code)
    }

    // Rules: K15.
    @Test(
        "A text that is no hash is refused in one line that does not repeat it",
        arguments: [
            "", "1234", "pbkdf2-sha256$0$00112233445566778899$00", "pbkdf2-sha256$10$0011223344556677$zz",
            "pbkdf2-sha256$10$00$" + String(repeating: "00", count: 32), "bcrypt$10$0011223344556677$00",
        ]
    )
    func malformed(text: String) {
        let error = #expect(throws: OperatorCode.Malformed.self) { try OperatorCode(text) }
        #expect(error?.description.contains("\n") == false)
        #expect(text.isEmpty || error?.description.contains(text) == false)
    }
}

/// A store of tries that a test looks into.
@MainActor
final class CountedTries {
    var number = 0
    var saved: [Int] = []
    var fails = false
    struct Full: Error {}

    var store: TryStore {
        TryStore(
            load: { self.number },
            save: {
                if self.fails { throw Full() }
                self.number = $0
                self.saved.append($0)
            }
        )
    }
}

@MainActor
@Suite("The check of an operator's code")
struct CodeCheckTests {
    let harness: AppHarness
    let tries = CountedTries()

    init() throws { harness = try AppHarness() }

    private func check(_ code: OperatorCode = OperatorCode(hashing: "2580", rounds: 5)) -> CodeCheck {
        CodeCheck(harness.application, code, tries: tries.store)
    }

    private func answer(_ check: CodeCheck, _ typed: String) async -> Bool? {
        var answer: Bool?
        check.check(typed) { answer = $0 }
        await harness.settle()
        return answer
    }

    // Rules: K15.
    @Test("A hash that another program has made by PBKDF2 with HMAC-SHA-256 is matched by its password and no other")
    func vector() async throws {
        // Made by Python's hashlib; the first 25 bytes are those of RFC 6070's vector for SHA-256.
        let salt = "saltSALTsaltSALTsaltSALTsaltSALTsalt".utf8.map { String($0, radix: 16) }.joined()
        let key = "e98fb504991d0cb612abd7c92f8cd80fe657c7656f416d5017fdf913573acdd0"
        let password = "passwordPASSWORDpasswordPASSWORDpasswordPASSWORDpasswordPASSWORDpassword12345"
        let check = check(try OperatorCode("pbkdf2-sha256$4096$\(salt)$\(key)"))
        #expect(await answer(check, password) == true)
        #expect(await answer(check, password + "6") == false)
    }

    // Rules: K14.
    @Test("After three wrong codes each further try waits twice as long, and a right code begins anew")
    func waiting() async {
        let check = check()
        for _ in 0..<2 { #expect(await answer(check, "1") == false) }
        #expect(check.timeToWait == .zero)
        for wait in [30, 60, 120] {
            #expect(await answer(check, "1") == false)
            #expect(check.timeToWait == .seconds(wait))
            #expect(await answer(check, "2580") == nil)
            await harness.advance(by: .seconds(wait))
        }
        #expect(await answer(check, "2580") == true)
        #expect(check.wrongCodes == 0 && tries.number == 0)
    }

    // Rules: K14.
    @Test("The longest wait is an hour")
    func longest() async {
        tries.number = 60
        let check = check()
        await harness.settle()
        #expect(check.timeToWait == .seconds(3600))
    }

    // Rules: K14.
    @Test("A number of wrong codes that a damaged store has counts, and stops nothing", arguments: [Int.max, Int.min])
    func damaged(number: Int) async {
        tries.number = number
        let check = check()
        await harness.settle()
        #expect(check.timeToWait == .seconds(number > 0 ? 3600 : 0))
        await harness.advance(by: .seconds(3600))
        #expect(await answer(check, "1") == false)
        #expect(check.wrongCodes > 0)
    }

    // Rules: K14.
    @Test("The file of wrong codes does not follow a link that lies where it is written")
    func link() async throws {
        let folder = TemporaryFolder()
        try folder.write("precious", to: "victim")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/tries.new",
            withDestinationPath: folder.path + "/victim"
        )
        let code = OperatorCode(hashing: "2580", rounds: 5)
        let check = CodeCheck(harness.application, code, tries: .file(folder.path + "/tries"))
        #expect(await answer(check, "1") == false)
        #expect(try folder.text(of: "victim") == "precious")
        #expect(try folder.text(of: "tries") == "1\n")
    }

    // Rules: K14.
    @Test("A try is counted before it is compared, and a restart neither forgets it nor the wait")
    func restart() async {
        var first: CodeCheck? = check()
        await harness.settle()
        for _ in 0..<2 {
            first?.check("1") { _ in }
            await harness.settle()
        }
        first?.check("2") { _ in }
        #expect(tries.saved == [1, 2, 3])
        first = nil
        let second = check()
        await harness.settle()
        #expect(second.wrongCodes == 3 && second.timeToWait == .seconds(30))
    }

    // Rules: K14.
    @Test("Where a try cannot be counted no code is right")
    func full() async {
        tries.fails = true
        #expect(await answer(check(), "2580") == false)
    }

    // Rules: K14.
    @Test("A file keeps the number of wrong codes; one that is damaged counts as three")
    func file() async throws {
        let file = TemporaryFile(".tries")
        let code = OperatorCode(hashing: "2580", rounds: 5)
        let first = CodeCheck(harness.application, code, tries: .file(file.path), name: "first")
        #expect(await answer(first, "1") == false)
        let second = CodeCheck(harness.application, code, tries: .file(file.path), name: "second")
        #expect(second.wrongCodes == 1)
        #expect(await answer(second, "2580") == true)
        let damaged = try TemporaryFile(".tries", containing: "seven")
        let third = CodeCheck(harness.application, code, tries: .file(damaged.path), name: "third")
        #expect(third.wrongCodes == 3)
    }
}

@MainActor
@Suite("The operator's gesture")
struct OperatorGestureTests {
    let harness: AppHarness
    let view: RecordingView
    let check: CodeCheck

    init() throws {
        harness = try AppHarness()
        view = harness.add(RecordingView("view", frame: Rect(0, 0, 1000, 1000)))
        let code = OperatorCode(hashing: "2580", rounds: 5)
        check = CodeCheck(harness.application, code, tries: CountedTries().store)
    }

    private func tapCorners(_ points: [Point], pause: Duration = .milliseconds(300)) async {
        for point in points {
            await harness.tap(at: point)
            await harness.advance(by: pause)
        }
    }

    private static let points = [Point(10, 10), Point(990, 10), Point(10, 990)]

    // Rules: K13.
    @Test("Taps into the corners in their order ask for the code, and the last tap is cancelled for the view beneath")
    func corners() async {
        var performed = 0
        let gesture = OperatorGesture(.corners([.topLeft, .topRight, .bottomLeft]), in: harness.window, check) {
            performed += 1
        }
        await tapCorners(Self.points)
        #expect(gesture.isAskingForCode)
        #expect(view.log.lines.last == "view.cancelled(10, 990)", "\(view.log.lines)")
        harness.keyboard.type("2580")
        await harness.settle()
        #expect(performed == 0)
        await harness.tap(at: Point(588, 156))
        await harness.settle()
        #expect(performed == 1 && !gesture.isAskingForCode && harness.window.isKeyWindow)
        #expect(!view.log.lines.contains { $0.contains("588") })
    }

    // Rules: K13.
    @Test("Taps in another order, and taps with too long a pause, ask for nothing")
    func others() async {
        let gesture = OperatorGesture(.corners([.topLeft, .topRight, .bottomLeft]), in: harness.window, check) {}
        await tapCorners(Self.points.reversed())
        await tapCorners(Self.points, pause: .seconds(3))
        await tapCorners([Self.points[0], Point(500, 500), Self.points[1], Self.points[2]])
        #expect(!gesture.isAskingForCode)
    }

    // Rules: K13.
    @Test("The return key tries the code that was typed, and the right one performs")
    func returnKey() async {
        var performed = 0
        let gesture = OperatorGesture(.corners([.topLeft, .topRight]), in: harness.window, check) { performed += 1 }
        gesture.askForCode()
        harness.keyboard.type("2581\n")
        await harness.settle()
        #expect(gesture.isAskingForCode && performed == 0)
        harness.keyboard.type("2580\n")
        await harness.settle()
        #expect(!gesture.isAskingForCode && performed == 1)
    }

    // Rules: K13.
    @Test("Three fingers that are held ask for the code")
    func hold() async {
        let gesture = OperatorGesture(.hold(fingers: 3, duration: .seconds(2)), in: harness.window, check) {}
        view.isMultipleTouchEnabled = true
        let fingers = (0..<3).map { harness.finger().down(at: Point(300 + Double($0) * 80, 400)) }
        await harness.advance(by: .milliseconds(2100))
        #expect(gesture.isAskingForCode)
        for finger in fingers { finger.up() }
        await harness.settle()
        gesture.stop()
        await harness.settle()
        #expect(!gesture.isAskingForCode && harness.application.windows.count == 1)
    }

    // Rules: K13.
    @Test("The pad goes after half a minute without a key, and after Cancel, and performs nothing")
    func leaving() async {
        var performed = 0
        let gesture = OperatorGesture(.corners([.topLeft, .topRight]), in: harness.window, check) { performed += 1 }
        gesture.askForCode()
        await harness.advance(by: .seconds(20))
        harness.keyboard.type("1")
        await harness.advance(by: .seconds(29))
        #expect(gesture.isAskingForCode)
        await harness.advance(by: .seconds(1))
        #expect(!gesture.isAskingForCode)
        gesture.askForCode()
        await harness.settle()
        await harness.tap(at: Point(412, 156))
        #expect(!gesture.isAskingForCode && performed == 0)
    }

    // Rules: K13.
    @Test("A wrong tap into the first corner is the first tap of another attempt")
    func again() async {
        let gesture = OperatorGesture(.corners([.topLeft, .topRight, .bottomLeft]), in: harness.window, check) {}
        await tapCorners([Self.points[0], Self.points[1], Self.points[1]])
        await tapCorners(Self.points)
        #expect(gesture.isAskingForCode)
        gesture.stop()
        let other = OperatorGesture(.corners([.topLeft, .topRight, .bottomLeft]), in: harness.window, check) {}
        await tapCorners([Self.points[0]] + Self.points)
        #expect(other.isAskingForCode)
        other.stop()
    }

    // Rules: K13.
    @Test("The pad of a gesture that was released is closed by Cancel, and by itself", arguments: [true, false])
    func released(isCancelled: Bool) async {
        var gesture: OperatorGesture? = OperatorGesture(.corners([.topLeft, .topRight]), in: harness.window, check) {}
        gesture?.askForCode()
        await harness.settle()
        gesture = nil
        #expect(harness.application.windows.count > 1)
        if isCancelled { await harness.tap(at: Point(412, 156)) } else { await harness.advance(by: .seconds(30)) }
        #expect(harness.window.isKeyWindow && harness.application.windows.last === harness.window)
    }

    // Rules: K10.
    @Test("The way back to the first screen takes the pad away, and performs nothing")
    func reset() async {
        var performed = 0
        let gesture = OperatorGesture(.corners([.topLeft, .topRight]), in: harness.window, check) { performed += 1 }
        gesture.askForCode()
        harness.keyboard.type("2580")
        await harness.settle()
        harness.application.returnToFirstScreen()
        await harness.settle()
        #expect(!gesture.isAskingForCode && performed == 0)
        #expect(harness.window.isKeyWindow && harness.application.windows.count == 1)
        gesture.stop()
    }
}
