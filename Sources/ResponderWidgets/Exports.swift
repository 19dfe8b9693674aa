// Who uses controls uses the core, too.
@_exported public import ResponderCore
