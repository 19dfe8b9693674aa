import CHelloReport
import Glibc

/// A program in Swift that does nothing: what the language's own libraries cost.
@main
enum HelloEmpty {
    static func main() {
        hello_report("first-update", 0)
        hello_report("idle", 0)
        pause()
    }
}
