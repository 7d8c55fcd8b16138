"""A run's rows as text and as pictures."""

import pathlib


def part_of_floor(row, floor):
    return row["gbps"] / floor["add_gbps"] if floor and "gbps" in row else None


def measured(row, floor):
    """The row's figure, with its unit."""
    if "error" in row:
        return row["error"]
    if "gbps" in row:
        part = part_of_floor(row, floor)
        return f"{row['gbps']:8.0f} GB/s {row['median_ms']:9.3f} ms" + (f" {part:5.0%} of floor" if part else "")
    if "median_us" in row:
        lag = "  (the device was slower)" if row["waiting"] > 0.1 else ""
        return f"{row['median_us']:8.2f} us, least {row['least_us']:.2f}{lag}"
    if "peak_mib" in row:
        return f"{row['peak_mib']:8.1f} MiB"
    return f"{row['median_ms']:8.2f} ms"


def line(row, floor):
    warning = "" if row.get("agrees", True) else "  RESULTS DIFFER"
    return f"{row['group']:12}{row['case']:41}{row['library']:8}{measured(row, floor)}{warning}"


def floor_line(floor):
    return (
        f"{floor['device']}: add {floor['add_gbps']:.0f} GB/s (the floor), copy {floor['copy_gbps']:.0f} GB/s, "
        f"launch {floor['launch_us']:.2f} us"
    )


def missed(row, rows, floor):
    """What cuprum's row should have reached, where it did not."""
    part = part_of_floor(row, floor)
    if part is not None and row.get("target") and part < row["target"]:
        return f"target {row['target']:.0%}"
    if row.get("target_us") and row.get("median_us", 0) > row["target_us"]:
        return f"target {row['target_us']:.1f} us"
    least = {"cpu": 2, "host": 0.5 if not floor else None}.get(row["group"])  # times NumPy's speed, on the same CPU
    if least and "numpy" in rows and speed(row) and speed(row) < least * speed(rows["numpy"]):
        return f"target {least} x numpy"
    return ""


def speed(row):
    """Larger is better, whatever was measured."""
    for key in ("median_ms", "median_us", "peak_mib"):
        if key in row:
            return 1 / row[key]
    return None


def by_case(rows):
    cases = {}
    for row in rows:
        cases.setdefault((row["group"], row["case"]), {})[row["library"]] = row
    return cases


def table(run):
    """All cases: cuprum's figure, and how many times as fast it is as each of the others."""
    floor, out = run["floor"], []
    machine = run["machine"]
    out.append(f"{run['date']}  {machine['gpu'] or ''} {machine['cpu']}, {machine['cores']} cores")
    out.append("  ".join(f"{k} {v}" for k, v in run["versions"].items()) + f"  backend {run['backend']}")
    if floor:
        out.append(floor_line(floor))
    out += [f"{name}: {why}" for name, why in run["unavailable"].items()]
    group = None
    for (name, case), rows in by_case(run["rows"]).items():
        if name != group:
            out += ["", name]
            group = name
        for library, row in rows.items():
            others = [
                f"{speed(row) / speed(other):.2f} x {other_name}"
                for other_name, other in rows.items()
                if library == "cuprum" and other_name != library and speed(row) and speed(other)
            ]
            notes = [*others, missed(row, rows, floor) if library == "cuprum" else ""]
            notes.append("" if row.get("agrees", True) else "RESULTS DIFFER")
            note = "  ".join(filter(None, notes))
            out.append(f"  {case:41}{library:8}{measured(row, floor)}" + (f"   {note}" if note else ""))
    return "\n".join(out) + "\n"


def plots(run, stem):
    """Draws a bar chart for each kind of figure; yields their paths. None without matplotlib."""
    try:
        import matplotlib
    except ImportError:
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    floor = run["floor"]
    figures = [
        ("bandwidth", "GB/s", lambda row: row.get("gbps") and (part_of_floor(row, floor) or row["gbps"])),
        ("host", "microseconds a call", lambda row: row.get("median_us")),
    ]
    colours = {"numpy": "#9aa5b1", "cupy": "#7fb069", "cuprum": "#c8553d", "torch": "#8e7cc3"}
    for kind, unit, figure in figures:
        cases = {
            case: {library: figure(row) for library, row in rows.items() if figure(row)}
            for (_, case), rows in by_case(run["rows"]).items()
        }
        cases = {case: values for case, values in cases.items() if values}
        if not cases:
            continue
        names = [name for name in colours if any(name in values for values in cases.values())]
        fig, axes = pyplot.subplots(figsize=(9, 1 + 0.24 * len(cases)), layout="constrained")
        height = 0.8 / len(names)
        for k, name in enumerate(names):
            places = [i + (k - (len(names) - 1) / 2) * height for i in range(len(cases))]
            axes.barh(
                places, [values.get(name, 0) for values in cases.values()], height, label=name, color=colours[name]
            )
        axes.set_yticks(range(len(cases)), cases, fontsize=8)
        axes.invert_yaxis()
        axes.margins(y=0.01)
        if kind == "bandwidth" and floor:
            unit = f"part of the floor, {floor['add_gbps']:.0f} GB/s"
            axes.axvline(1, color="black", linewidth=0.8)
        axes.set_xlabel(unit)
        axes.set_title(f"{run['machine']['gpu'] or run['machine']['cpu']}, {run['date']}")
        axes.legend(loc="lower right")
        path = pathlib.Path(f"{stem}-{kind}.png")
        fig.savefig(path, dpi=120)
        pyplot.close(fig)
        yield path
