import ResponderKiosk
import TestSupport
import Testing

@Suite("A backlight of Linux")
struct BacklightTests {
    @Test("The level is written as a share of the greatest number, and a level above zero is never dark")
    func level() throws {
        let folder = TemporaryFolder()
        try folder.write("937\n", to: "panel/max_brightness")
        try folder.write("937\n", to: "panel/brightness")
        let all = Backlight.all(in: folder.path)
        let backlight = try #require(all.first)
        #expect(all.count == 1 && backlight.name == "panel" && backlight.maximum == 937)
        // The file of sysfs takes a number at each write; a plain file keeps the end of a longer one.
        for (level, text) in [(1.0, "937\n"), (2, "937\n"), (0.5, "469\n")] {
            try backlight.set(level)
            #expect(try folder.text(of: "panel/brightness") == text)
        }
        try backlight.set(0.0001)
        #expect(try folder.text(of: "panel/brightness").hasPrefix("1\n"))
        try backlight.set(-1)
        #expect(try folder.text(of: "panel/brightness").hasPrefix("0\n"))
    }

    @Test("A folder that is none of a backlight, and a file that cannot be written, give an error of one line")
    func errors() throws {
        let folder = TemporaryFolder()
        #expect(Backlight.all(in: folder.path + "/missing").isEmpty)
        let missing = #expect(throws: Backlight.Failure.self) { try Backlight(folder: folder.path + "/no\nne") }
        #expect(missing?.description.contains("max_brightness") == true)
        #expect(missing?.description.contains("\n") == false)
        try folder.write("bright", to: "odd/max_brightness")
        let odd = #expect(throws: Backlight.Failure.self) { try Backlight(folder: folder.path + "/odd") }
        #expect(odd?.description.contains("\"bright\"") == true)
        try folder.write("10", to: "locked/max_brightness")
        let locked = try Backlight(folder: folder.path + "/locked")
        let failure = #expect(throws: Backlight.Failure.self) { try locked.set(1) }
        #expect(failure?.description.contains("No such file") == true)
    }

    @Test("A greatest brightness that is no number of 32 bits is refused")
    func greatNumber() throws {
        let folder = TemporaryFolder()
        try folder.write("\(Int.max)", to: "panel/max_brightness")
        #expect(throws: Backlight.Failure.self) { try Backlight(folder: folder.path + "/panel") }
    }
}
