internal import ResponderKit

// What the app does inside its callbacks.
extension FuzzScene {
    private static let kinds = 24

    /// Does something at random.
    func mutate() {
        let kind = mutationRandom.below(Self.kinds)
        log("change \(kind)")
        switch kind {
        case 0, 1: takeOut()
        case 2: putBack()
        case 3: changeRecognizers()
        case 4: _ = mutationRandom.pick(views.all)?.becomeFirstResponder()
        case 5: _ = application?.keyWindow?.firstResponder?.resignFirstResponder()
        case 6, 7: mutationRandom.pick(lists.all)?.change(SplitMix(seed: mutationRandom.next()))
        case 8, 9: changeNavigation()
        case 10: selectTab()
        case 11: present()
        case 12: dismiss()
        case 13: if mutationRandom.one(in: 2) { showAlert() }
        case 14: changeWindows()
        case 15: changeView()
        case 16: scroll()
        case 17: runNested()
        case 18: addTimer()
        case 19: changeRoot()
        case 20: changeBranches()
        case 21: moveView()
        case 22: changeText()
        default: ignoreInteraction()
        }
    }

    // MARK: Trees

    private func takeOut() {
        guard let view = mutationRandom.pick(views.all.filter { $0.superview != nil && !isContent($0) }) else { return }
        view.removeFromSuperview()
        takenOut.append(view)
        if takenOut.count > 8 { takenOut.removeFirst() }
    }

    /// Whether a view belongs to a controller or to a scroll view, which would go on without it.
    private func isContent(_ view: View) -> Bool {
        controllers.all.contains { $0.viewIfLoaded === view } || view.superview is ScrollView
    }

    private func putBack() {
        guard let view = takenOut.popLast(), let place = mutationRandom.pick(controllers.all)?.viewIfLoaded,
            !place.isDescendant(of: view), view.superview == nil
        else { return }
        place.addSubview(view)
    }

    private func changeRecognizers() {
        guard has(.recognizers) else { return }
        let view = mutationRandom.pick(views.all)
        switch mutationRandom.below(3) {
        case 0: view?.addGestureRecognizer(makeRecognizer())
        case 1:
            guard let recognizer = mutationRandom.pick(recognizers.all) else { return }
            recognizer.view?.removeGestureRecognizer(recognizer)
        default: mutationRandom.pick(recognizers.all)?.isEnabled.toggle()
        }
    }

    private func changeView() {
        guard let view = mutationRandom.pick(views.all) else { return }
        switch mutationRandom.below(4) {
        case 0: view.isHidden.toggle()
        case 1: view.isUserInteractionEnabled.toggle()
        case 2: (view as? Control)?.isEnabled.toggle()
        default: view.superview?.bringSubviewToFront(view)
        }
    }

    // MARK: Controllers

    private func changeNavigation() {
        guard let navigation = mutationRandom.pick(navigations.all) else { return }
        switch mutationRandom.below(4) {
        case 0 where navigation.viewControllers.count < 5, 1 where navigation.viewControllers.count < 5:
            navigation.pushViewController(FuzzController(self, identifier: name("pushed")))
        case 2: _ = navigation.popToRootViewController()
        default: _ = navigation.popViewController()
        }
    }

    private func selectTab() {
        guard let tabs else { return }
        tabs.selectedIndex = mutationRandom.below(tabs.viewControllers.count)
    }

    private func present() {
        guard has(.presentations) else { return }
        let shown = controllers.all.filter { controller in
            controller.viewIfLoaded?.window != nil && controller.presentedViewController == nil
        }
        guard let presenter = mutationRandom.pick(shown) else { return }
        let controller = FuzzController(self)
        controller.modalPresentationStyle =
            mutationRandom.pick(ModalPresentationStyle.allCases) ?? .fullScreen
        presenter.present(controller) { [weak self] in self?.happen("presented") }
    }

    private func dismiss() {
        let presenters = controllers.all.filter { $0.presentedViewController != nil }
        mutationRandom.pick(presenters)?.dismiss { [weak self] in self?.happen("dismissed") }
    }

    private func showAlert() {
        guard has(.presentations), let window else { return }
        if let alert, alert.isOpen { return alert.close() }
        let alert = AlertController(title: "Alert", message: "What now?")
        made(alert, name("alert"))
        alert.addAction("Yes") { [weak self] in self?.happen("yes") }
        alert.addAction("No") { [weak self] in self?.happen("no") }
        self.alert = alert
        alert.show(over: window)
    }

    /// Another root, such as after a sign-in.
    private func changeRoot() {
        guard let window = mutationRandom.pick(windows), mutationRandom.one(in: 2) else { return }
        window.rootViewController = window.rootViewController == nil ? FuzzController(self) : nil
    }

    /// Other controllers in a container, all at once.
    private func changeBranches() {
        if mutationRandom.one(in: 2), let tabs, tabs.viewControllers.count > 1 {
            tabs.viewControllers = tabs.viewControllers.reversed()
        } else if let navigation = mutationRandom.pick(navigations.all), let root = navigation.viewControllers.first {
            navigation.viewControllers = [root, FuzzController(self, identifier: name("pushed"))]
        }
    }

    // MARK: The rest

    /// A view goes elsewhere in the tree, as it is.
    private func moveView() {
        guard let view = mutationRandom.pick(views.all.filter { !isContent($0) }),
            let place = mutationRandom.pick(controllers.all)?.viewIfLoaded, !place.isDescendant(of: view)
        else { return }
        place.addSubview(view)
        view.frame = Rect(origin: random.point(in: place.bounds), size: view.frame.size)
    }

    private func changeText() {
        guard let field = mutationRandom.pick(views.all.compactMap { $0 as? TextField }) else { return }
        switch mutationRandom.below(3) {
        case 0: field.text = mutationRandom.one(in: 2) ? "" : "changed"
        case 1: field.isEnabled.toggle()
        default: field.reloadInputViews()
        }
    }

    private func changeWindows() {
        guard let window = mutationRandom.pick(windows) else { return }
        if mutationRandom.one(in: 3) { window.makeKeyAndVisible() } else { window.isHidden.toggle() }
    }

    private func scroll() {
        guard let scroll = mutationRandom.pick(scrolls.all) else { return }
        let animated = mutationRandom.one(in: 2)
        if mutationRandom.one(in: 3) {
            scroll.setZoomScale(Double(mutationRandom.number(in: 1...3)), animated: animated)
        } else {
            let far = Rect(0, 0, max(1, scroll.contentSize.width), max(1, scroll.contentSize.height))
            scroll.setContentOffset(mutationRandom.point(in: far), animated: animated)
        }
    }

    /// Waits inside a callback, as for an answer.
    private func runNested() {
        guard has(.nestedRuns), let loop = application?.runLoop else { return }
        let time = Duration.milliseconds(mutationRandom.one(in: 2) ? 0 : 30)
        let end = loop.run(until: loop.now.advanced(by: time))
        log("waited: \(end)")
    }

    private func addTimer() {
        guard has(.timers), let application else { return }
        if mutationRandom.one(in: 2) {
            let delay = Duration.milliseconds(mutationRandom.number(in: 0...400))
            _ = application.runLoop.addTimer(after: delay) { [weak self] _ in self?.happen("timer") }
        } else {
            var frames = mutationRandom.number(in: 1...10)
            _ = application.addDisplayLink { [weak self] link in
                frames -= 1
                if frames <= 0 { link.cancel() }
                self?.happen("frame")
            }
        }
    }

    private func ignoreInteraction() {
        guard let application, !application.isIgnoringInteractionEvents else { return }
        application.beginIgnoringInteractionEvents()
        _ = application.runLoop.addTimer(after: .milliseconds(50)) { [weak application] _ in
            guard let application, application.isIgnoringInteractionEvents else { return }
            application.endIgnoringInteractionEvents()
        }
    }
}
