// An app imports ResponderKit and nothing else: the loop, the notifications and the touch input come with it.
@_exported public import ResponderEventLoop
@_exported public import ResponderNotifications
@_exported public import ResponderTouchInput
