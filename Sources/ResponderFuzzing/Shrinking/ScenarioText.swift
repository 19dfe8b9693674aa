internal import ResponderInterface
internal import ResponderKit
internal import ResponderScenarios
internal import ResponderSupport

/// A run as the text of a scenario's file, which `responderkit run` carries out.
enum ScenarioText {
    /// - Parameters:
    ///   - name: What is wrong, in one line.
    ///   - request: The app and the screen.
    ///   - steps: What happens.
    static func text(name: String, _ request: FuzzRequest, steps: [String]) -> String {
        // A scenario has a step.
        let steps = steps.isEmpty ? [StepValue.command("note", .text("the launch is enough")).text] : steps
        let screen = StepValue.list([.number(request.screen.width), .number(request.screen.height)]).text
        return """
            {
              "name": \(name.quotedForJSON()),
              "app": \(request.app.quotedForJSON()),
              "screen": \(screen),
              "stepTime": "\(ScenarioSession.stepTime.components.attoseconds / 1_000_000_000_000_000)ms",
              "steps": [
            \(steps.map { "    \($0)" }.joined(separator: ",\n"))
              ]
            }

            """
    }

    /// The run of such a text; nil if the text is of another form, such as one with variables.
    static func request(in bytes: [UInt8]) -> FuzzRequest? {
        guard let document = try? JSONReader.read(bytes), let value = StepValue(document),
            case .text(let app)? = value["app"], case .list(let steps)? = value["steps"]
        else { return nil }
        var screen = Size(1000, 1000)
        if case .list(let extents)? = value["screen"], extents.count == 2,
            case .number(let width) = extents[0], case .number(let height) = extents[1]
        {
            screen = Size(width, height)
        }
        return FuzzRequest(app: app, screen: screen, .steps(steps.map(\.text)))
    }
}
