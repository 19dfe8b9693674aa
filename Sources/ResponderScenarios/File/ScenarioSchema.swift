internal import ResponderKitTesting

extension Scenario {
    /// The JSON Schema of scenario files (draft 2020-12), by which editors complete and check them.
    ///
    /// `docs/scenario.schema.json` of the package has the same text.
    ///
    /// - Complexity: O(1); allocates the text at the first use.
    public static let schema: String = """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "A scenario of ResponderKit",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "name": {"type": "string", "minLength": 1},
            "rules": {"type": "array", "items": {"type": "string"}, "description": "What the scenario tests."},
            "app": {"type": "string", "minLength": 1, "description": "The registered name of an app."},
            "interface": {"type": "string", "minLength": 1, "description": "An interface file in the same folder."},
            "screen": {"type": "array", "items": {"type": "number", "minimum": 1}, "minItems": 2, "maxItems": 2},
            "stepTime": {"$ref": "#/$defs/time"},
            "variables": {"$ref": "#/$defs/variables"},
            "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}}
          },
          "$defs": {
            "time": {"type": "string", "pattern": "^[0-9.]+(h|min|s|ms|us|ns)$"},
            "text": {"type": ["string", "integer", "boolean"]},
            "point": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
            "variables": {"type": "object", "additionalProperties": {"$ref": "#/$defs/text"}},
            "label": {"type": ["string", "boolean"], "description": "A label, or true for any."},
            "selector": {
              "type": ["string", "object"],
              "minLength": 1,
              "minProperties": 1,
              "additionalProperties": false,
              "properties": {
        \(ElementQuery.roles.map { "        \"\($0)\": {\"$ref\": \"#/$defs/label\"}," }.joined(separator: "\n"))
                "role": {"enum": [\(quoted(ElementQuery.roles))]},
                "id": {"type": "string", "minLength": 1},
                "label": {"type": "string", "minLength": 1},
                "named": {"type": "string", "minLength": 1},
                "class": {"type": "string", "minLength": 1},
                "tag": {"type": "integer"},
                "within": {"$ref": "#/$defs/selector"},
                "nth": {"type": "integer", "minimum": 0}
              }
            },
            "target": {"anyOf": [{"$ref": "#/$defs/selector"}, {"$ref": "#/$defs/point"}]},
            "tick": {
              "anyOf": [
                {"enum": ["up", "cancel", "pause"]},
                {
                  "type": "object",
                  "additionalProperties": false,
                  "minProperties": 1,
                  "properties": {
                    "down": {"$ref": "#/$defs/target"},
                    "move": {"$ref": "#/$defs/target"},
                    "by": {"$ref": "#/$defs/point"},
                    "for": {"$ref": "#/$defs/time"},
                    "pause": {"$ref": "#/$defs/time"}
                  }
                }
              ]
            },
            "expectation": {
              "type": "object",
              "additionalProperties": false,
              "minProperties": 1,
              "properties": {
                "visible": {"$ref": "#/$defs/selector"},
                "hidden": {"$ref": "#/$defs/selector"},
                "exists": {"$ref": "#/$defs/selector"},
                "label": {"$ref": "#/$defs/text"},
                "value": {"$ref": "#/$defs/text"},
                "enabled": {"type": "boolean"},
                "selected": {"type": "boolean"},
                "focused": {"type": "boolean"},
                "editing": {"type": "boolean"},
                "reachable": {"type": "boolean"},
                "count": {"type": "integer", "minimum": 0},
                "of": {"$ref": "#/$defs/selector"},
                "trace": {
                  "anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string", "minLength": 1}]
                },
                "kinds": {"type": "array", "items": {"enum": [\(quoted(EventTrace.Kind.allCases.map(\.rawValue)))]}},
                "traceHas": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]},
                "state": {"enum": [\(quoted(ExpectationReader.states))]},
                "picture": {"type": "string", "minLength": 1}
              }
            },
            "step": {
              "type": "object",
              "additionalProperties": false,
              "minProperties": 1,
              "maxProperties": 1,
              "properties": {
                "tap": {
                  "anyOf": [
                    {"$ref": "#/$defs/target"},
                    \(object("on", [("on", "target")], "\"taps\": {\"type\": \"integer\", \"minimum\": 1}"))
                  ]
                },
                "doubleTap": {"$ref": "#/$defs/target"},
                "longPress": {
                  "anyOf": [{"$ref": "#/$defs/target"}, \(object("on", [("on", "target"), ("for", "time")]))]
                },
                "type": {
                  "anyOf": [{"$ref": "#/$defs/text"}, \(object("text", [("text", "text"), ("into", "selector")]))]
                },
                "drag": \(object("from", [("from", "target"), ("to", "target"), ("by", "point"), ("for", "time")])),
                "swipe": {
                  "anyOf": [
                    {"enum": [\(directions)]},
                    \(object("direction", [("over", "target")], "\"direction\": {\"enum\": [\(directions)]}"))
                  ]
                },
                "pinch": \(object("scale", [("on", "target")], "\"scale\": {\"type\": \"number\"}")),
                "rotate": \(object("by", [("on", "target")], "\"by\": {\"type\": \"number\"}")),
                "scrollTo": {"$ref": "#/$defs/selector"},
                "fingers": {
                  "type": "array",
                  "minItems": 1,
                  "items": {"type": "array", "items": {"$ref": "#/$defs/tick"}}
                },
                "wheel": \(object("by", [("over", "target"), ("by", "point")])),
                "hover": {"anyOf": [{"$ref": "#/$defs/target"}, {"const": false}]},
                "key": {"$ref": "#/$defs/text"},
                "device": {"anyOf": [{"$ref": "#/$defs/text"}, {"type": "array", "items": {"$ref": "#/$defs/text"}}]},
                "wait": {"$ref": "#/$defs/time"},
                "waitFor": {
                  "anyOf": [
                    {"$ref": "#/$defs/selector"}, \(object("element", [("element", "selector"), ("upTo", "time")]))
                  ]
                },
                "expect": {
                  "anyOf": [
                    {"$ref": "#/$defs/expectation"}, {"type": "array", "items": {"$ref": "#/$defs/expectation"}}
                  ]
                },
                "ignoreTrace": {"const": true},
                "include": {"anyOf": [{"$ref": "#/$defs/text"}, \(included)]},
                "note": {"$ref": "#/$defs/text"}
              }
            }
          }
        }

        """

    private static let directions = quoted(AppHarness.SwipeDirection.allCases.map { "\($0)" })
    private static let included = object("file", [("variables", "variables")], "\"file\": {\"type\": \"string\"}")

    private static func quoted(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ", ") }

    /// The schema of an object with these keys, one of which must be there.
    private static func object(_ required: String, _ keys: [(String, String)], _ further: String? = nil) -> String {
        let properties = keys.map { "\"\($0)\": {\"$ref\": \"#/$defs/\($1)\"}" } + (further.map { [$0] } ?? [])
        return "{\"type\": \"object\", \"additionalProperties\": false, \"required\": [\"\(required)\"], "
            + "\"properties\": {\(properties.joined(separator: ", "))}}"
    }
}
