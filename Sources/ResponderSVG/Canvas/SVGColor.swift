internal import ResponderKit

extension Color {
    /// The color as SVG writes it, without its opacity: `#f80` or `#ff8001`.
    var svg: String {
        let parts = [red, green, blue].map { part in
            let digits = String(Int((part * 255).rounded()), radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        let isShort = parts.allSatisfy { $0.first == $0.last }
        return "#" + parts.map { isShort ? String($0.prefix(1)) : $0 }.joined()
    }

    /// The attributes that paint with the color: `fill="#f80" fill-opacity=".5"`.
    func attributes(_ paint: String) -> String {
        " \(paint)=\"\(svg)\"" + (alpha < 1 ? " \(paint)-opacity=\"\(alpha.svg())\"" : "")
    }
}
