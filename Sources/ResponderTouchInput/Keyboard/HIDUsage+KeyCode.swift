extension HIDUsage {
    /// The kernel's code of the key; nil for a usage of another page, or that no key has.
    package var keyCode: UInt16? { KeyUsages.codes[self] }
}
