// Code that uses a device also uses its apps' states, windows and loops, which ResponderKit declares.
@_exported public import ResponderKit
