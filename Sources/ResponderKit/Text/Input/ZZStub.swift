extension Responder { public func reloadInputViews() {} }
