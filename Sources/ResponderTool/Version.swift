/// The package's version; lint compares README.md and CHANGELOG.md with this constant.
enum Version {
    static let current = "1.0.0"
}
