import ArgumentParser
import CBenchFloors
import ResponderKit

/// `responder-bench bytes`: the program that the rows `memory/…` start, since it has no memory of earlier rows to use
/// again.
struct BytesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bytes",
        abstract: "Prints how many bytes a thing takes.",
        shouldDisplay: false
    )

    @Argument(help: "The thing.")
    var thing: Thing

    mutating func run() throws {
        let thing = thing
        let bytes = try MainActor.assumeIsolated { try thing.measure() }
        print("allocated \(bytes.allocated)")
        print("resident \(bytes.resident)")
    }
}
