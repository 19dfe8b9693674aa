import Foundation
import Glibc

/// The machine of a run.
struct Machine: Codable, Equatable {
    /// The model of the processors, or their architecture where the kernel does not name the model.
    let processor: String
    /// How many processors the process may use.
    let processors: Int
    let system: String
    let kernel: String
    /// In bytes.
    let memory: Int
    let isVirtual: Bool

    /// This machine.
    static var current: Machine {
        func read(_ path: String) -> String {
            // Files of the kernel have no size, so they are read to their end.
            (try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd())
                .map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        var name = utsname()
        uname(&name)
        return Machine(
            cpuinfo: read("/proc/cpuinfo"),
            meminfo: read("/proc/meminfo"),
            release: read("/etc/os-release"),
            vendor: read("/sys/class/dmi/id/sys_vendor"),
            architecture: text(of: &name.machine),
            kernel: text(of: &name.release),
            processors: ProcessInfo.processInfo.activeProcessorCount
        )
    }

    init(
        cpuinfo: String,
        meminfo: String,
        release: String,
        vendor: String,
        architecture: String,
        kernel: String,
        processors: Int
    ) {
        let cpu = Self.fields(cpuinfo, separator: ":")
        processor = cpu["model name"] ?? cpu["Model"] ?? architecture
        self.processors = processors
        self.kernel = kernel
        system =
            Self.fields(release, separator: "=")["PRETTY_NAME"]
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "\"'")) } ?? "Linux"
        let kilobytes = Self.fields(meminfo, separator: ":")["MemTotal"]?.split(separator: " ").first.flatMap {
            Int($0)
        }
        memory = (kilobytes ?? 0).multipliedReportingOverflow(by: 1_024).partialValue
        let isFlagged = cpu["flags"]?.split(separator: " ").contains("hypervisor") ?? false
        // Processors without that flag, such as those of Arm.
        let makers = ["QEMU", "VMware", "Xen", "Amazon EC2", "Google", "innotek"]
        isVirtual = isFlagged || makers.contains { vendor.hasPrefix($0) }
    }

    /// The first value of each field.
    private static func fields(_ text: String, separator: Character) -> [String: String] {
        var fields: [String: String] = [:]
        for line in text.split(separator: "\n") {
            guard let place = line.firstIndex(of: separator) else { continue }
            let name = line[..<place].trimmingCharacters(in: .whitespaces)
            if fields[name] == nil {
                fields[name] = line[line.index(after: place)...].trimmingCharacters(in: .whitespaces)
            }
        }
        return fields
    }

    private static func text(of characters: inout some Any) -> String {
        withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The machine in a phrase.
    var description: String {
        let kind = isVirtual ? "a virtual machine" : "a machine"
        let count = processors == 1 ? "one processor" : "\(processors) processors"
        let gibibytes = (Double(memory) / Double(1 << 30)).threeDigits
        return "\(kind) with \(count) (\(processor)) and \(gibibytes) GiB of memory, with \(system) and Linux \(kernel)"
    }
}
