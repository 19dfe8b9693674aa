internal import CResponderCore

/// The calls by which the core tells the module of controls, scroll views and texts of events, without knowing that
/// module.
///
/// A process that has this module has one observer: ``Application/observer``.
@MainActor
package protocol CoreObserver: AnyObject, Sendable {
    /// Makes the part that shows the keyboard and other input views of a new application.
    nonisolated func makeInputViews() -> any ApplicationPart

    /// The key window of an application, or the first responder of this window, may have changed.
    func firstResponderDidChange(in application: Application)

    /// The first responder of the key window was asked once more to become first responder.
    func firstResponderWasAsked(in application: Application)

    /// The first responder of a window has changed; the new value may be nil.
    func firstResponderDidMove(from former: Responder?, to responder: Responder?)

    /// A window was moved, resized, turned or put in front of others.
    func placeDidChange(of window: Window)

    /// A window was hidden: motions in it end, and delegates are told.
    func endMotion(in window: Window)

    /// The touches of a window are discarded: motions in it end without calls of delegates.
    func discardMotion(in window: Window)

    /// A key has typed into a responder that keeps no caret in sight itself.
    func keyWasTaken(by input: any KeyInput)

    /// The title of a controller has changed.
    func titleDidChange(of controller: ViewController)

    /// A view has come onto the screen, and may have been drawn by another appearance of controls before.
    func appearanceMayHaveChanged(in view: View)

    /// No responder has taken these presses.
    func act(on presses: PressSet, _ message: PressMessage)
}

/// An object that another module stores with an application for the application's life.
@MainActor
package protocol ApplicationPart: AnyObject, Sendable {
    /// The application has ended: no code of the app may be called any more.
    func cancel()
}

extension Application {
    /// The observer of the process; nil in a program that has only the core.
    nonisolated static let observer: (any CoreObserver)? =
        responder_observer().flatMap { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() as? any CoreObserver }
}
