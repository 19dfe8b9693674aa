/// The style sheet of the report: light and dark, narrow and wide.
enum ReportStyle {
    static var text: String {
        let colours = SubjectColour.colours.enumerated()
            .map { ".c\($0) { --c: \($1); }" }
            .joined(separator: "\n")
        return sheet + "\n" + colours
    }

    private static let sheet = """
        :root { color-scheme: light dark; --paper: #ffffff; --card: #f7f8fa; --ink: #1b1f27; --soft: #5b6472;
          --rule: #dde1e8; --more: #e0852b; --less: #2f9e6e; --mark: #fff4e5; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #14171c; --card: #1d2127; --ink: #e6e9ee; --soft: #9aa4b2; --rule: #343b46;
            --more: #e0852b; --less: #35a877; --mark: #33291b; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
        main { max-width: 1360px; margin: 0 auto; padding: 20px 14px 60px; }
        h1 { font-size: 28px; line-height: 1.2; margin: 8px 0; }
        h2 { font-size: 21px; margin: 40px 0 10px; border-bottom: 1px solid var(--rule); padding-bottom: 4px; }
        h3 { font-size: 15px; margin: 0; overflow-wrap: anywhere; }
        h4 { font-size: 13px; margin: 12px 0 2px; color: var(--soft); font-weight: 600; }
        p, ul, dl { margin: 8px 0; }
        p, li, dd { max-width: 78ch; overflow-wrap: break-word; }
        code { font: 0.93em "DejaVu Sans Mono", Menlo, Consolas, monospace; }
        a { color: inherit; }
        nav { display: flex; flex-wrap: wrap; gap: 4px 14px; margin: 14px 0; font-size: 14px; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 14px; font-size: 14px; }
        dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
        .soft, .summary, .notes { color: var(--soft); }
        .summary { margin: 2px 0 8px; font-size: 14px; }
        .notes { font-size: 13px; margin: 6px 0 0; }
        .behind { font-size: 13.5px; margin: 8px 0 0; padding: 6px 10px; background: var(--mark); border-radius: 4px; }
        .behind p { margin: 0; }
        .cards { display: grid; gap: 14px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 560px), 1fr)); }
        .charts { display: grid; gap: 14px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); }
        .card { background: var(--card); border: 1px solid var(--rule); border-radius: 6px; padding: 12px;
          min-width: 0; }
        table { border-collapse: collapse; width: 100%; font-size: 14px; }
        th { text-align: left; font-weight: 600; color: var(--soft); font-size: 12.5px; }
        th, td { padding: 3px 8px 3px 0; vertical-align: middle; }
        .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        .unsure { color: var(--soft); }
        .reference { display: block; font-size: 11.5px; font-weight: 400; color: var(--soft); white-space: normal; }
        .headline td, .headline th { border-bottom: 1px solid var(--rule); padding: 6px 10px 6px 0; }
        .headline .other { padding-left: 24px; }
        .narrow { max-width: 760px; } .peers td:first-child { white-space: nowrap; }
        .columns { columns: 2 480px; column-gap: 40px; padding-left: 20px; } .columns li { break-inside: avoid; }
        .scroll { overflow-x: auto; }
        .rows { table-layout: fixed; }
        .rows .subject { width: 22%; } .rows .median { width: 14%; } .rows .strips { width: 25%; }
        .rows .times { width: 15%; } .rows td.subject { overflow-wrap: anywhere; }
        .rows .own td { font-weight: 600; }
        .swatch { display: inline-block; width: 9px; height: 9px; border-radius: 2px; background: var(--c);
          margin-right: 6px; }
        .metric th { padding-top: 10px; color: var(--ink); }
        svg { display: block; width: 100%; overflow: visible; }
        svg text { fill: var(--soft); font-size: 11px; font-family: inherit; }
        .strip { height: 18px; }
        .rounds { stroke: var(--c); stroke-width: 1; stroke-opacity: 0.45; vector-effect: non-scaling-stroke; }
        .median path, path.median { stroke: var(--c); stroke-width: 2.5; vector-effect: non-scaling-stroke; }
        .grid { stroke: var(--rule); stroke-width: 1; fill: none; }
        .one { stroke: var(--soft); stroke-width: 1; }
        .more { fill: var(--more); } .less { fill: var(--less); }
        .spread { stroke: var(--ink); stroke-width: 1.5; }
        svg .arrow { fill: var(--ink); font-size: 13px; }
        .chart { max-width: 480px; }
        .chart .unit { fill: var(--ink); }
        .line { fill: none; stroke: var(--c); stroke-width: 2; }
        .whisker { fill: none; stroke: var(--c); stroke-width: 1.2; stroke-opacity: 0.7; }
        .chart circle { fill: var(--c); }
        .legend { list-style: none; padding: 0; margin: 4px 0 0; font-size: 13.5px; display: flex; flex-wrap: wrap;
          gap: 2px 16px; }
        details { margin-top: 8px; font-size: 13.5px; } summary { cursor: pointer; color: var(--soft); }
        @media (max-width: 640px) {
          h1 { font-size: 23px; }
          .card { padding: 10px; }
          .headline thead { display: none; }
          .headline tr { display: grid; grid-template-columns: 1fr auto; gap: 0 10px; padding: 7px 0;
            border-bottom: 1px solid var(--rule); }
          .headline td { border: 0; padding: 1px 0; } .headline .other { padding-left: 0; color: var(--soft); }
          .peers { font-size: 12.5px; } .peers th { font-size: 11.5px; white-space: normal; vertical-align: bottom; }
          .peers th, .peers td { padding-right: 5px; }
          .rows, .rows tbody { display: block; }
          .rows tr { display: grid; grid-template-columns: 40% 22% 38%; padding: 4px 0; align-items: center; }
          .rows td, .rows th { width: auto !important; padding: 1px 0; min-width: 0; }
          .rows .strips { grid-column: 1 / 3; padding-right: 12px; }
          .rows .bars { grid-column: 3 / 4; }
          .rows .strips { grid-row: 2; } .rows .bars { grid-row: 2; }
          .rows .metric { display: block; }
          .rows .heads { display: none; }
        }
        @media print { .card { break-inside: avoid; } }
        """
}
