internal import CResponderCore

/// What the controls, the scroll views and the text are told by the core, which knows none of them.
///
/// There is one for the process, where the program has those: ``Application/observer``.
@MainActor
package protocol CoreObserver: AnyObject, Sendable {
    /// What shows the keyboard and other input views of an application that is being made.
    nonisolated func makeInputViews() -> any ApplicationPart

    /// The key window of an application, or its first responder, may be another one.
    func firstResponderDidChange(in application: Application)

    /// The first responder of the key window was to become first once more.
    func firstResponderWasAsked(in application: Application)

    /// The first responder of a window is another one, or none.
    func firstResponderDidMove(from former: Responder?, to responder: Responder?)

    /// A window was moved, resized, turned or put in front of others.
    func placeDidChange(of window: Window)

    /// A window was hidden: what moves in it comes to rest, and delegates are told.
    func endMotion(in window: Window)

    /// The touches of a window are discarded: what moves in it comes to rest, and nobody is told.
    func discardMotion(in window: Window)

    /// A key has changed what a responder shows, which has no caret of its own to keep in sight.
    func keyWasTaken(by input: any KeyInput)

    /// A controller has another title.
    func titleDidChange(of controller: ViewController)

    /// No responder has taken these presses.
    func act(on presses: PressSet, _ message: PressMessage)
}

/// What another module keeps with an application, for as long as the application lives.
@MainActor
package protocol ApplicationPart: AnyObject, Sendable {
    /// The application has ended: calls nobody any more.
    func cancel()
}

extension Application {
    /// The observer of the process; nil where the program has the core alone.
    nonisolated static let observer: (any CoreObserver)? =
        responder_observer().flatMap { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() as? any CoreObserver }
}
