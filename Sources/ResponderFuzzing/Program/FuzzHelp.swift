/// The text of `--help`.
enum FuzzHelp {
    /// What comes behind the program's name in the line of its usage.
    static let usage = "[OPTION…] [FILE…]"

    /// In lines that fit a terminal with 80 columns.
    static let text = """
        Launches apps made at random, or an app of one's own, on a simulated device in
        virtual time, and acts on each as a monkey would: fingers, keys, the wheel, a
        pointer, and what happens to the device. Checkers look for what an app could
        see from outside: touches without an end, gestures in illegal states, calls of
        appearance in a wrong order, what is left when the app has ended, a crash, a
        hang, and runs that differ between two processes.

        Of what fails the smallest run is written as a scenario. With a FILE, such a
        scenario is carried out once more, under the same checkers.

        Options:
          --app NAME        the app to act on (default: random apps)
          --help            print this text
          --jobs N          run N apps at the same time (default: one on each
                            processor)
          --minutes N       go on for N minutes (default: 1)
          --output FOLDER   write the scenarios there (default: fuzz-failures)
          --runs N          end after N runs, however long they take
          --screen WxH      the screen in points (default: 400x700)
          --seed S          the first run's seed (default: 1); the next run has the
                            next seed, and the same seed makes the same run
          --steps N         the steps of a run (default: 60)
          --timeout SECONDS a run that takes longer hangs (default: 30)

        Exit status:
          0   nothing failed
          1   something failed
          64  the arguments are wrong
          66  a FILE cannot be read, or is no scenario
          71  the system has no more processes or descriptors
          73  a scenario cannot be written
        """
}
