extension Application {
    /// Knows the pictures that images name; nil, as at first, for none.
    ///
    /// The application sets the provider's ``ImageProvider/onImagesChange``; so a provider serves one application.
    ///
    /// - Complexity: O(1); setting allocates a closure.
    public final var imageProvider: (any ImageProvider)? {
        get { updatePass.imageProvider }
        set {
            updatePass.imageProvider?.onImagesChange = nil
            updatePass.imageProvider = newValue
            newValue?.onImagesChange = { [weak self] names in self?.setNeedsDisplay(imagesNamed: names) }
        }
    }

    /// The picture with a name, in its own size; nil where the ``imageProvider`` has none, and without a provider.
    /// (`UIImage(named:)`)
    ///
    /// - Complexity: That of the provider, which may look into a file the first time.
    public final func image(named name: String) -> Image? {
        imageProvider?.size(ofImageNamed: name).map { Image(name: name, size: $0) }
    }

    /// Has all views of the windows draw again that have drawn a picture with one of these names.
    ///
    /// - Complexity: Linear in the views of the windows and in what they have drawn; allocates a temporary list.
    public final func setNeedsDisplay(imagesNamed names: Set<String>) {
        var views: [View] = windows
        while let view = views.popLast() {
            if view.layer?.contents.hasImage(named: names) ?? false { view.setNeedsDisplay() }
            view.record.forEachChild { views.append($0.pointee.view) }
        }
    }
}
