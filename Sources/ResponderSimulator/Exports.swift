// A device's user handles its apps too: their states, windows and loops come with it.
@_exported public import ResponderKit
