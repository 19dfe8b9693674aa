internal import ResponderInterface
internal import ResponderKitTesting
internal import ResponderSupport

/// Reads a scenario's file, and the files that it includes.
@MainActor
struct ScenarioReader {
    /// The keys of a scenario, and of a file that is only included.
    static let keys = ["name", "rules", "app", "interface", "screen", "stepTime", "variables", "steps"]
    static let includedKeys = ["variables", "steps"]
    /// The most steps, with those of included files, and how deep files may include one another.
    static let (mostSteps, deepest) = (10_000, 16)
    /// The most bytes of all files of a scenario.
    static let mostBytes = 1 << 24

    private let file: String
    private let apps: ScenarioApps
    private let folder: ScenarioFolder
    private var steps: [Step] = []
    /// How many steps and inclusions there were.
    private var count = 0
    /// The files that are being read, the outermost first.
    private var open: [ScenarioFolder.File] = []
    /// What was read, by the files' paths: a file that is included again is not read again.
    private var documents: [String: (bytes: [UInt8], value: JSONValue)] = [:]
    private var texts: [String: Scenario.Text] = [:]
    private var bytesRead = 0

    init(_ file: String, apps: ScenarioApps) throws(ScenarioFailure) {
        guard let folder = ScenarioFolder(of: file) else {
            throw ScenarioFailure(kind: .unreadable, file: file, message: "it cannot be read: its folder is not there")
        }
        (self.file, self.apps, self.folder) = (file, apps, folder)
    }

    /// Reads the scenario; from these bytes, where there are some.
    mutating func read(
        _ variables: [String: String],
        _ bytes: [UInt8]? = nil
    ) throws(ScenarioFailure) -> Scenario {
        let main = ScenarioFolder.File(name: file, path: ScenarioFolder.realPath(file) ?? file)
        let document = try document(main, bytes)
        open = [main]
        do throws(Problem) {
            let fields = try Fields(document, at: .root, of: "a scenario", keys: Self.keys)
            var values = Variables(values: variables)
            try values.add(defaults: fields)
            let head = try Fields(
                try values.replaced(in: withoutSteps(document), at: .root),
                at: .root,
                of: "a scenario",
                keys: Self.keys
            )
            let app = try app(head)
            let screen = try head.numbers("screen", ["width", "height"], firstExtent: 0).map { Size($0[0], $0[1]) }
            if let screen, !(1...100_000 ~= screen.width && 1...100_000 ~= screen.height) {
                throw head.problem("the screen is from 1 to 100000 points wide and high")
            }
            let stepTime = try head.duration("stepTime") ?? .milliseconds(100)
            let name = try head.name("name")?.text
            _ = try head.texts("rules")
            try readSteps(fields, values)
            return Scenario(
                file: file,
                name: name ?? file.nameOfPath,
                app: app,
                screenSize: screen ?? Scenario.usualScreen,
                stepTime: stepTime,
                steps: steps,
                folder: folder,
                texts: texts
            )
        } catch {
            throw Self.failure(error, in: current)
        }
    }

    /// The file that is being read, or in which an error has arisen, as messages name it.
    private var current: String { open.last?.name ?? file }

    private static func failure(_ problem: Problem, in file: String) -> ScenarioFailure {
        let place = problem.place.description
        return ScenarioFailure(
            kind: .unreadable,
            file: file,
            line: problem.line,
            column: problem.column,
            message: (place.isEmpty ? problem.text : "\(place): \(problem.text)").inOneLine()
        )
    }

    /// The value of a whole file.
    private mutating func document(
        _ file: ScenarioFolder.File,
        _ known: [UInt8]? = nil
    ) throws(ScenarioFailure) -> JSONValue {
        if let known = documents[file.path] {
            texts[file.name] = Scenario.Text(file: file, bytes: known.bytes)
            return known.value
        }
        let bytes: [UInt8]
        do throws(TextFile.Unreadable) {
            if let known { bytes = known } else { bytes = try TextFile.read(file.path, as: "a scenario") }
        } catch {
            throw ScenarioFailure(kind: .unreadable, file: file.name, message: error.reason)
        }
        bytesRead += bytes.count
        guard bytesRead <= Self.mostBytes else {
            throw ScenarioFailure(
                kind: .unreadable,
                file: file.name,
                message: "the scenario's files have more than \(Self.mostBytes) bytes"
            )
        }
        let value = try Self.document(of: bytes, named: file.name, apps: apps)
        documents[file.path] = (bytes, value)
        texts[file.name] = Scenario.Text(file: file, bytes: bytes)
        return value
    }

    /// The value of a file's bytes.
    static func document(
        of bytes: [UInt8],
        named name: String,
        apps: ScenarioApps
    ) throws(ScenarioFailure) -> JSONValue {
        do throws(Problem) {
            guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
                throw Problem(
                    line: 1,
                    place: .root,
                    text: "the file begins with a byte order mark; save it without one"
                )
            }
            guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else { return try JSONReader.read(bytes) }
            guard let readYAML = apps.readYAML else {
                throw Problem(
                    line: 1,
                    place: .root,
                    text: "this program reads scenarios in JSON alone; write the file in JSON"
                )
            }
            return try readYAML(bytes)
        } catch {
            throw failure(error, in: name)
        }
    }

    // MARK: The head

    /// The document without its steps, whose variables are replaced with those of each step.
    private func withoutSteps(_ document: JSONValue) -> JSONValue {
        guard case .object(let members) = document.content else { return document }
        return JSONValue(
            line: document.line,
            column: document.column,
            content: .object(members.filter { $0.key != "steps" && $0.key != "variables" })
        )
    }

    private func app(_ fields: Fields) throws(Problem) -> Scenario.App {
        switch (try fields.name("app"), try fields.name("interface")) {
        case (let name?, nil):
            guard let (value, place) = fields.value("app") else { throw fields.problem("app is missing") }
            let source = Step.Source(file: file, line: value.line, column: value.column)
            guard apps[name.text] != nil else {
                let names = apps.names
                let known = names.isEmpty ? "no app is registered" : "there are \(names.joined(separator: ", "))"
                throw value.problem(
                    "no app is registered as \(name.text.quotedInOneLine(limit: 64)); "
                        + name.text.question(of: names) + known,
                    at: place
                )
            }
            return .registered(name.text, source)
        case (nil, let name?):
            guard let (value, place) = fields.value("interface") else { throw fields.problem("interface is missing") }
            let source = Step.Source(file: file, line: value.line, column: value.column)
            do throws(ScenarioFolder.Refusal) {
                return .interface(try folder.file(name.text), source)
            } catch {
                throw value.problem(error.text, at: place)
            }
        case (nil, nil):
            throw fields.problem("the scenario is about nothing; write \"app\": NAME, or \"interface\": FILE")
        default: throw fields.problem("the scenario has both an app and an interface; leave one out")
        }
    }

    // MARK: Steps

    private mutating func readSteps(_ fields: Fields, _ variables: Variables) throws(Problem) {
        let list = try fields.list("steps")
        guard !list.isEmpty || open.count > 1 else {
            throw fields.problem("there are no steps, so nothing would be tested; write \"steps\": [{\"tap\": …}]")
        }
        for (value, place) in list {
            let value = try variables.replaced(in: value, at: place)
            let (member, inner) = try StepReader.command(of: value, at: place)
            count += 1
            guard count <= Self.mostSteps else {
                throw value.problem("the scenario has more than \(Self.mostSteps) steps, with included ones", at: place)
            }
            if member.key == "include" {
                try include(member.value, at: inner, variables)
            } else {
                let source = Step.Source(file: current, line: value.line, column: value.column)
                let command = try StepReader.read(member.key, member.value, at: inner, in: current)
                steps.append(Step(source: source, command: command))
            }
        }
    }

    private mutating func include(
        _ value: JSONValue,
        at place: KeyPlace,
        _ variables: Variables
    ) throws(Problem) {
        var variables = variables
        let name: String
        if case .object = value.content {
            let fields = try Fields(value, at: place, of: "include", keys: ["file", "variables"])
            guard let file = try fields.name("file") else {
                throw fields.problem("the file is missing; write {\"file\": …, \"variables\": {…}}")
            }
            name = file.text
            try variables.set(fields)
        } else {
            name = try value.text(at: place)
        }
        let file: ScenarioFolder.File
        do throws(ScenarioFolder.Refusal) { file = try folder.file(name) } catch {
            throw value.problem(error.text, at: place)
        }
        guard !open.contains(where: { $0.path == file.path }) else {
            throw value.problem("\(name.quotedInOneLine()) includes itself, at once or through others", at: place)
        }
        guard open.count < Self.deepest else {
            throw value.problem("files include one another more than \(Self.deepest) deep", at: place)
        }
        let document: JSONValue
        do throws(ScenarioFailure) { document = try self.document(file) } catch {
            // The place of the inclusion stays known where the file itself cannot be read.
            guard let line = error.line else {
                throw value.problem("\(name.quotedInOneLine()): \(error.message)", at: place)
            }
            open.append(file)
            throw Problem(line: line, column: error.column, place: .root, text: error.message)
        }
        open.append(file)
        let fields = try Fields(document, at: .root, of: "an included scenario", keys: Self.includedKeys)
        try variables.add(defaults: fields)
        try readSteps(fields, variables)
        // Only where nothing was thrown: an error is one of the file in which it arose.
        open.removeLast()
    }
}
