import ResponderEnvironment
import ResponderKit

extension PreferenceKey<Int> {
    static var launches: Self { PreferenceKey("launches", default: 0) }
}

/// The home and the preferences of an app, in the directories that the process is given.
@MainActor
func useEnvironment(of application: Application) throws {
    application.manifest.identifier = "org.example.consumer"
    let container = try application.container
    try container.write(Array("hello".utf8), to: "Documents/greeting.txt")
    let file = try container.open("Documents/greeting.txt")
    try file.write(Array("J".utf8), at: 0)
    guard try container.read("Documents/greeting.txt") == Array("Jello".utf8) else {
        fatalError("the file in the home has other bytes")
    }
    let preferences = try application.preferences
    preferences[.launches] += 1
    try preferences.save()
    guard preferences[.launches] == 1 else { fatalError("the preference is \(preferences[.launches])") }
    do {
        try container.write([], to: "Documents/../../outside")
        fatalError("a path leads out of the home")
    } catch {
        guard case .badPath = error else { fatalError("\(error)") }
    }
    _ = application.device.answer(to: .network)
}
