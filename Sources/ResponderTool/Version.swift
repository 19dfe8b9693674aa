/// The package's version, in its one place: lint compares README.md and CHANGELOG.md with it.
enum Version {
    static let current = "1.0.0"
}
