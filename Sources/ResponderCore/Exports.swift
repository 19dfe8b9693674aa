// An app imports ResponderKit alone: the module exports the loop, the notifications and the touch input.
@_exported public import ResponderEventLoop
@_exported public import ResponderNotifications
@_exported public import ResponderTouchInput
