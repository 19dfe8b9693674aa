// An app imports ResponderKit alone: the module exports the core, the controls, scroll views and text, and with them
// the loop, the notifications and the touch input.
@_exported public import ResponderCore
@_exported public import ResponderWidgets
