internal import ResponderCore
internal import ResponderTouchInput

/// The reactions of controls, scroll views and texts to events in the core.
@MainActor
final class WidgetObserver: CoreObserver {
    nonisolated init() {}

    nonisolated func makeInputViews() -> any ApplicationPart { InputViews() }

    func firstResponderDidChange(in application: Application) {
        application.inputViews.firstResponderDidChange(application)
    }

    func firstResponderWasAsked(in application: Application) {
        application.inputViews.firstResponderWasAsked(application)
    }

    func firstResponderDidMove(from former: Responder?, to responder: Responder?) {
        if let former { ListView.firstResponderDidMove(from: former) }
        Control.focusDidMove(from: former, to: responder)
    }

    func placeDidChange(of window: Window) { window.moveInputViews() }

    func endMotion(in window: Window) { window.endScrolling() }

    func discardMotion(in window: Window) { window.discardScrolling() }

    func keyWasTaken(by input: any KeyInput) { input.showInScrollViews() }

    func titleDidChange(of controller: ViewController) { controller.titleDidChange() }

    func appearanceMayHaveChanged(in view: View) { view.markAppearance(comesIntoSight: true) }

    func act(on presses: PressSet, _ message: PressMessage) { presses.actByDefault(message) }
}

/// The observer for the core, which looks for this name in the program (`responder_core.h`).
@_cdecl("responder_make_observer")
func makeObserver() -> UnsafeMutableRawPointer { Unmanaged<AnyObject>.passRetained(WidgetObserver()).toOpaque() }
