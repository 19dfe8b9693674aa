// A test imports ResponderKitTesting and nothing else of this package: the app's API and the device come with it.
@_exported public import ResponderKit
@_exported public import ResponderSimulator
