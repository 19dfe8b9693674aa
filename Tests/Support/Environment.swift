import Glibc

/// What the environment says by that name; nil where it does not, or not in a way that can be read.
package func environment<Value: LosslessStringConvertible>(_ name: String) -> Value? {
    getenv(name).flatMap { Value(String(cString: $0)) }
}
