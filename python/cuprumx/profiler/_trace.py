"""All that a program gives its devices to do."""

import os as _os

from cuprum._core import _profiler

_ROWS = 100  # Longer lists are printed by groups.


class trace:
    """A context that lists every kernel, copy and allocation: when, how long, how many bytes, and the line that caused
    it.

    Work of all threads is seen; allocations are those of the thread that traces. Looking takes some microseconds for
    each kernel, on the host and, between two events, on a GPU; the times of the kernels themselves do not contain it.

    Parameters
        chrome: a file for chrome://tracing or https://ui.perfetto.dev to write at the end.
        picture: a file for a picture of the timeline: SVG, or what matplotlib can write.
        show: whether to print a table at the end: of each event or, where they are many, of groups of them.
        file: where to print to, instead of standard output.
    Example
        >>> with cuprumx.profiler.trace(show=False) as seen:
        ...     b = cp.sin(cp.ones(1000)) + 1
        >>> [event.kind for event in seen.events]
        [...'kernel'...'kernel'...]
        >>> seen.save("trace.json")  # for https://ui.perfetto.dev
        >>> seen.plot("trace.svg")
    """

    def __init__(self, chrome=None, picture=None, *, show=True, file=None):
        self.chrome, self.picture, self.show, self.file = chrome, picture, show, file
        self._trace = None

    def __enter__(self):
        self._trace = _profiler.Trace()
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self._trace.stop()
        if self.chrome is not None:
            self.save(self.chrome)
        if self.picture is not None:
            self.plot(self.picture)
        if self.show:
            print(self.table(grouped=len(self.events) > _ROWS), end="", file=self.file)

    @property
    def events(self):
        """What was seen, in the order in which it was asked for; empty inside of the `with` block."""
        return self._trace.events if self._trace else []

    def table(self, grouped=False):
        """Text with a line an event, or one for all events of the same kind, name and line."""
        return self._trace.table(grouped)

    def __str__(self):
        return self.table() if self._trace else "nothing traced yet"

    def _repr_html_(self):
        """The timeline and the table, as a notebook shows them."""
        import html
        import tempfile

        if not self._trace:
            return html.escape(str(self))
        with tempfile.NamedTemporaryFile(suffix=".svg", mode="r") as file:
            self._trace.write_svg(file.name)
            picture = file.read().partition("<svg")[2].strip()
        table = html.escape(self.table(grouped=len(self.events) > _ROWS))
        return f"<svg{picture}<details><summary>Events</summary><pre>{table}</pre></details>"

    def save(self, path):
        """Write a file that chrome://tracing and https://ui.perfetto.dev show."""
        self._trace.write_chrome(_os.fspath(path))

    def plot(self, path):
        """Write a picture of streams, threads and memory over time. SVG needs nothing, other formats need
        matplotlib."""
        path = _os.fspath(path)
        if path.lower().endswith(".svg"):
            self._trace.write_svg(path)
        else:
            from ._picture import draw

            draw(self.events, path)
