"""A trace as a picture in any of matplotlib's formats."""

_COLORS = {
    "kernel": "#4878a8",
    "copy": "#d08040",
    "fill": "#8a9a5b",
    "compile": "#a04848",
    "allocate": "#7a6aa8",
    "free": "#b0a8c8",
    "range": "#c8c8c8",
}
_ON_DEVICE = ("kernel", "copy", "fill")


def draw(events, path):
    """Tracks of threads and streams over time, and below them the memory in use."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.patches import Patch
    except ImportError:
        raise ImportError(f"matplotlib is needed to write {path!r}; a path that ends in .svg needs nothing") from None

    tracks, memory, used = {}, [(0.0, 0)], 0
    for event in events:
        spans = [(f"thread {event.thread}", event.call_begin, event.call_duration)]
        if event.kind in _ON_DEVICE:
            spans.append((f"device {event.device}, stream {event.stream}", event.begin, event.duration))
        for track, begin, duration in spans:
            tracks.setdefault(track, {}).setdefault(event.kind, []).append((begin, duration))
        if event.name == "memory":
            used += -event.bytes if event.kind == "free" else event.bytes
            memory.append((event.call_begin, used))

    names = sorted(tracks, key=lambda name: (not name.startswith("thread"), name))
    figure = Figure(figsize=(12, 2.5 + 0.4 * len(names)), layout="constrained")
    FigureCanvasAgg(figure)
    top, bottom = figure.subplots(2, 1, sharex=True, height_ratios=[max(len(names), 1) * 0.4 + 0.4, 1])
    for row, name in enumerate(reversed(names)):
        for kind, spans in tracks[name].items():
            top.broken_barh(spans, (row - 0.4, 0.8), color=_COLORS[kind], linewidth=0.5)
    top.set_yticks(range(len(names)), list(reversed(names)))
    top.legend(
        handles=[Patch(color=color, label=kind) for kind, color in _COLORS.items()],
        ncols=len(_COLORS),
        loc="lower center",
        bbox_to_anchor=(0.5, 1),
    )
    bottom.step(
        [time for time, _ in memory], [amount / 2**20 for _, amount in memory], where="post", color=_COLORS["allocate"]
    )
    bottom.set(xlabel="time [us]", ylabel="memory [MiB]")
    figure.savefig(path)
