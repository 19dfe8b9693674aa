/// The text of `--help`.
enum ProgramHelp {
    /// What comes behind the program's name in the line of its usage.
    static let usage = "[OPTION…] FILE…"

    /// In lines that fit a terminal with 80 columns.
    static let text = """
        Each FILE is a scenario in JSON, or in YAML where the program reads it, or a
        folder. A folder stands for its files *.json, *.yaml and *.yml at any depth,
        but for those whose name begins with _, which others include, and for what is
        hidden. Scenarios run in virtual time, in processes beside each other: an app
        that crashes fails its own scenario only.

        Options:
          --filter TEXT     run only the files whose path contains TEXT
          --help            print this text
          --jobs N          run N scenarios at the same time (default: one on each
                            processor); with 1, in the program itself, where a
                            debugger finds the scenario
          --junit FILE      write the results to FILE, as JUnit's XML
          --list            print the files that would run, and run nothing
          --no-color        print without colours; so does NO_COLOR=1 in the
                            environment
          --quiet           print only the failures
          --set NAME=VALUE  give the variable NAME that value in every scenario; any
                            number of times
          --shard I/N       run the I-th of N parts: N machines with I from 1 to N run
                            each file exactly once
          --svg DIR         write the scenarios' pictures to DIR, which is made if it
                            is not there
          --timeout SECONDS a scenario that takes longer fails (default: 60); with
                            --jobs 1 there is no limit
          --update          where an expected text or picture is not the one found,
                            rewrite the expectation, once all else has passed

        Exit status:
          0   all passed
          1   some failed
          64  the arguments are wrong
          66  a FILE is missing, or there is no scenario in it
          70  a process that runs scenarios ended outside of a scenario
          71  the system has no more processes or descriptors
          73  a file cannot be written
          74  the standard output cannot be written
        """
}
