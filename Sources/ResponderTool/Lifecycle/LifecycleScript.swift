/// The script that `responderkit lifecycle` runs when no other is given: every sequence of the life cycle.
enum LifecycleScript {
    static let standard = """
        note 1. Foreground launch
        launch demo
        tap 100,100
        wait 1s

        note 5. Home: a background task holds up the suspension for 2 s
        home
        wait 5s

        note 6. Return, from suspended: what changed is told once, as it is now
        orientation landscape-left
        battery-level 0.5
        battery-level 0.25
        launch demo
        wait 1s

        note 7. An interruption that is ignored cancels the touch that is down
        touch 100,100
        call Anna
        decline-call
        release
        open-centre
        close-centre

        note 8. An interruption that is accepted; the app comes back after it
        call Anna
        accept-call
        wait 10s
        end-call
        banner Lunch at noon
        wait 1s

        note 8. An alert that is accepted: a message, a push, and a number that is called
        launch demo
        alert Message from Ben
        accept-alert
        launch demo
        push mail from=Ben
        alert Mail from Ben
        accept-alert mail
        open tel:5551234
        wait 10s
        end-call
        launch demo

        note 9. Lock and unlock
        passcode on
        lock
        wait 60s
        unlock

        note 10. The app switcher: back, and another app
        switcher
        close-switcher
        switcher
        choose music
        begin music audio
        wait 1s

        note 11. Killed by the user: in the background, suspended, in front
        launch mail
        launch maps
        switcher
        kill music
        kill mail
        kill maps
        home

        note 2. Background launch, to fetch; suspended when that is done
        launch music
        home
        crash music
        wake music fetch

        note 15. A push is opened: cold; told while active; opened warm
        push mail from=Anna
        open-notification mail
        push mail from=Ben
        home
        push mail from=Carl
        wait 40s
        open-notification mail

        note 3. A URL, cold
        open maps:Paris from mail

        note 4. A URL, warm; and while the app is active
        home
        open maps:Rome
        open maps:Oslo

        note 16. A local notification: shown, and opened; told while active
        launch clock
        home
        wait 60s
        open-notification clock
        schedule clock tea
        wait 1s

        note 14. An app that exits on suspend
        launch game
        home
        app old exits-in-background
        launch old
        home

        note 12. Memory is short: all are warned, then the largest suspended go
        launch music
        begin music audio
        launch browser
        memory 200MB

        note 13. Still short: then apps in the background end
        memory 160MB
        wait 5s
        memory unlimited

        note An app in front that frees too little is warned again, and then ended
        app heavy memory=300MB
        launch heavy
        memory 200MB
        wait 5s
        memory unlimited

        note An app that saves its state has it again, but not after the user's kill
        app diary saves-state
        launch diary
        home
        crash diary
        launch diary
        switcher
        kill diary
        home
        launch diary

        note 17. A crash; a task that is never ended; a callback that is too long
        launch browser
        crash browser
        launch upload
        home
        wait 40s
        launch slow
        home
        """
}
