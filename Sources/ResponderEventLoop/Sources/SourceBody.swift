/// The closure that a source calls.
///
/// The closure is a constant of an object, since a closure that is read from a variable is retained and released at
/// each call.
@MainActor
final class SourceBody {
    let perform: @MainActor () -> Void

    init(_ perform: @escaping @MainActor () -> Void) {
        self.perform = perform
    }
}
