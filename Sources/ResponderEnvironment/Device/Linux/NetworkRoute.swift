/// How packets leave a machine.
enum NetworkRoute {
    /// The connection of the default route with the least metric whose interface is up: IPv4's, or else IPv6's.
    static func connection(in tree: SystemTree) -> NetworkConnection {
        for routes in [routes4(tree), routes6(tree)] {
            let usable = routes.filter { isUp($0.interface, in: tree) }
            if let best = usable.min(by: { $0.metric < $1.metric }) { return kind(best.interface, in: tree) }
        }
        return .none
    }

    static func isWireless(_ interface: String, in tree: SystemTree) -> Bool {
        let folder = "/sys/class/net/\(interface)"
        return tree.has("\(folder)/wireless") || tree.has("\(folder)/phy80211")
    }

    private struct Route {
        let interface: String
        let metric: UInt32

        /// A route that is up (flag 1), and does not refuse packets (flag 0x200).
        init?(_ interface: Substring, flags: Substring, metric: UInt32?) {
            guard let flags = UInt32(flags, radix: 16), flags & 0x201 == 1, let metric,
                !interface.contains("/"), interface != ".", interface != ".."
            else {
                return nil
            }
            self.interface = String(interface)
            self.metric = metric
        }
    }

    /// Lines: interface, destination, gateway, flags, uses (2), metric, mask; numbers but the metric in hexadecimal.
    private static func routes4(_ tree: SystemTree) -> [Route] {
        tree.lines("/proc/net/route").compactMap { line in
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count >= 8, words[1] == "00000000", words[7] == "00000000" else { return nil }
            return Route(words[0], flags: words[3], metric: UInt32(words[6]))
        }
    }

    /// Lines: destination and length of its prefix, the same of the source, gateway, metric, uses (2), flags,
    /// interface; all in hexadecimal.
    private static func routes6(_ tree: SystemTree) -> [Route] {
        tree.lines("/proc/net/ipv6_route").compactMap { line in
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count >= 10, words[1] == "00", words[0].allSatisfy({ $0 == "0" }) else { return nil }
            return Route(words[9], flags: words[8], metric: UInt32(words[5], radix: 16))
        }
    }

    /// Tunnels do not say whether they are up.
    private static func isUp(_ interface: String, in tree: SystemTree) -> Bool {
        ["up", "unknown"].contains(tree.text("/sys/class/net/\(interface)/operstate"))
    }

    private static func kind(_ interface: String, in tree: SystemTree) -> NetworkConnection {
        let folder = "/sys/class/net/\(interface)"
        if isWireless(interface, in: tree) { return .wifi }
        let (type, kind) = (tree.number("\(folder)/type"), tree.value(of: "DEVTYPE", in: "\(folder)/uevent"))
        // The types of Linux's if_arp.h: 519 is a modem without Ethernet's frames, 1 is Ethernet.
        if kind == "wwan" || type == 519 { return .cellular }
        return type == 1 ? .wired : .other
    }
}
