import Glibc
import ResponderKiosk
import ResponderKit

/// What the kiosk does while nobody uses it.
func idleStages(of application: Application) -> IdleStages {
    let backlight = Backlight.all().first
    func set(_ level: Double) {
        say("idle: brightness \(Int(level * 100)) %")
        do { try backlight?.set(level) } catch { say("\(error)") }
    }
    // The kiosk may have been killed while its display was dimmed.
    do { try backlight?.set(1) } catch { say("\(error)") }
    return IdleStages(
        application,
        [
            .warning(after: .seconds(100)) { left in
                if let left { say("idle: first screen in \(left.components.seconds) s") }
            },
            .reset(after: .seconds(110)) { say("idle: first screen") },
            .dimmed(after: .seconds(300), to: 0.2) { set($0) },
        ]
    )
}

/// The operator's code, 2580, as `OperatorCode(hashing:)` has made it; a real kiosk reads it out of a file.
private let hash =
    "pbkdf2-sha256$600000$5f1d3c9a0b7e42d68812f0c4a9e6b357$"
    + "f9746479728e49e9046546a3ab51171136291838b013e7e193f87c7057a94684"

/// The check of the operator's code; a unit of systemd with a StateDirectory keeps wrong tries across restarts.
func codeCheck(in application: Application) -> CodeCheck? {
    var wrongCodes = 0
    let tries: TryStore =
        if let folder = getenv("STATE_DIRECTORY") {
            .file(String(cString: folder) + "/wrong-codes")
        } else {
            TryStore(load: { wrongCodes }, save: { wrongCodes = $0 })
        }
    do {
        return CodeCheck(application, try OperatorCode(hash), tries: tries)
    } catch {
        say("\(error)")
        return nil
    }
}
