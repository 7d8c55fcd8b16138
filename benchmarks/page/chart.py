"""Charts as SVG, which browsers show in light and in dark pages. No plotting library: a test compares the files
byte for byte, and those libraries' output changes with their versions."""

from html import escape
from math import ceil, floor, log10

from .numbers import figure

STYLE = """<style>
.page { fill: #fff }
text { font: 13px sans-serif; fill: #24292f }
.title { font-size: 15px; font-weight: bold }
.small { font-size: 11px; fill: #57606a }
.bar { fill: #2f81f7 }
.behind { fill: #cf222e }
.other { fill: #8c959f }
.path { fill: none; stroke: #2f81f7; stroke-width: 2 }
.otherpath { fill: none; stroke: #8c959f; stroke-width: 2; stroke-dasharray: 6 4 }
.roof { fill: none; stroke: #bc4c00; stroke-width: 2 }
.grid { stroke: #d0d7de }
.one { stroke: #57606a; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
  .page { fill: #14181e }
  text { fill: #e6edf3 }
  .small { fill: #9da7b3 }
  .grid { stroke: #373e47 }
  .one { stroke: #9da7b3 }
}
</style>"""

LEFT, WIDTH, STEP, TOP = 190, 720, 22, 70


def bars(title, axis, rows):
    """An SVG of horizontal bars on a logarithmic axis that starts at the ratio 1.

    rows: (label, ratio) from top to bottom. Bars of ratios below 1 go to the left of the line of 1.
    """
    low = min([0.5, *(ratio * 0.8 for _, ratio in rows)])
    high = max([4, *(ratio * 1.3 for _, ratio in rows)])
    scale = (WIDTH - LEFT - 60) / (log10(high) - log10(low))

    def place(ratio):
        return LEFT + (log10(ratio) - log10(low)) * scale

    height = TOP + STEP * len(rows) + 12
    one = place(1)
    out = head(title, axis, height)
    for tick in (0.5, 1, 2, 5, 10, 20, 50, 100):
        if low <= tick <= high:
            x = place(tick)
            out.append(f'<line class="grid" x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{height - 8}"/>')
            out.append(f'<text class="small" x="{x:.1f}" y="{TOP - 10}" text-anchor="middle">{tick}x</text>')
    for i, (label, ratio) in enumerate(rows):
        y, end = TOP + STEP * i, place(ratio)
        kind = "bar" if ratio >= 1 else "behind"
        begin, length = min(one, end), abs(end - one)
        out.append(f'<text x="{LEFT - 8}" y="{y + 14}" text-anchor="end">{escape(label)}</text>')
        out.append(f'<rect class="{kind}" x="{begin:.1f}" y="{y + 3}" width="{length:.1f}" height="{STEP - 7}"/>')
        out.append(f'<text class="small" x="{max(one, end) + 6:.1f}" y="{y + 14}">{ratio:.2f}x</text>')
    out.append(f'<line class="one" x1="{one:.1f}" y1="{TOP - 6}" x2="{one:.1f}" y2="{height - 8}"/>')
    return "\n".join([*out, "</svg>", ""])


def head(title, axis, height):
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'role="img" aria-label="{escape(title)}">',
        STYLE,
        f'<rect class="page" width="{WIDTH}" height="{height}"/>',  # readable on a page of either colour
        f'<text class="title" x="8" y="20">{escape(title)}</text>',
        f'<text class="small" x="8" y="38">{escape(axis)}</text>',
    ]


def times(title, axis, rows):
    """An SVG of times beside each other, on an axis that starts at 0.

    rows: (label, [(library, milliseconds)]), a bar for each library; ours is the one named cuprum.
    """
    longest = max(value for _, some in rows for _, value in some)
    scale = (WIDTH - LEFT - 190) / longest
    y, out = 56, []
    for label, some in rows:
        out.append(f'<text x="{LEFT + 52}" y="{y + 14}" text-anchor="end">{escape(label)}</text>')
        for library, value in some:
            kind = "bar" if library == "cuprum" else "other"
            out.append(
                f'<rect class="{kind}" x="{LEFT + 60}" y="{y + 3}" width="{max(1, value * scale):.1f}" height="14"/>'
            )
            text = f"{library} {figure(value)} ms"
            out.append(f'<text class="small" x="{LEFT + 66 + value * scale:.1f}" y="{y + 14}">{escape(text)}</text>')
            y += 18
        y += 8
    return "\n".join([*head(title, axis, y + 4), *out, "</svg>", ""])


def decades(values):
    """The powers of ten that enclose positive values, as exponents."""
    return floor(log10(min(values))), ceil(log10(max(values)))


class Field:
    """A logarithmic field of both axes with its grid."""

    left, right, top, bottom = 70, WIDTH - 20, 64, 400

    def __init__(self, xs, ys):
        self.x_ends, self.y_ends = decades(xs), decades(ys)

    def x(self, value):
        low, high = self.x_ends
        return self.left + (log10(value) - low) / (high - low) * (self.right - self.left)

    def y(self, value):
        low, high = self.y_ends
        return self.bottom - (log10(value) - low) / (high - low) * (self.bottom - self.top)

    def path(self, points):
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in points)

    def grid(self, x_label):
        out = []
        for exponent in range(self.x_ends[0], self.x_ends[1] + 1):
            x = self.x(10**exponent)
            out.append(f'<line class="grid" x1="{x:.1f}" y1="{self.top}" x2="{x:.1f}" y2="{self.bottom}"/>')
            out.append(
                f'<text class="small" x="{x:.1f}" y="{self.bottom + 16}" text-anchor="middle">{power(exponent)}</text>'
            )
        for exponent in range(self.y_ends[0], self.y_ends[1] + 1):
            y = self.y(10**exponent)
            out.append(f'<line class="grid" x1="{self.left}" y1="{y:.1f}" x2="{self.right}" y2="{y:.1f}"/>')
            out.append(
                f'<text class="small" x="{self.left - 6}" y="{y + 4:.1f}" text-anchor="end">{power(exponent)}</text>'
            )
        middle = (self.left + self.right) / 2
        out.append(
            f'<text class="small" x="{middle:.0f}" y="{self.bottom + 36}" text-anchor="middle">{escape(x_label)}</text>'
        )
        return out


def power(exponent):
    return f"{10**exponent:g}" if -3 <= exponent <= 5 else f"10^{exponent}"


def roofline(title, axis, x_label, bandwidth, peak, points):
    """An SVG of a roofline: the roof is min(peak, bandwidth * intensity).

    bandwidth in GB/s, peak in Gflop/s; points: (label, flops for a byte, Gflop/s).
    """
    xs = [x for _, x, _ in points] + [peak / bandwidth]
    field = Field(xs, [y for _, _, y in points] + [peak, bandwidth * 10 ** decades(xs)[0]])
    low, high = (10**exponent for exponent in field.x_ends)
    roof = [(low, bandwidth * low), (peak / bandwidth, peak), (high, peak)]
    out = [f'<polyline class="roof" points="{field.path(roof)}"/>']
    middle = (low * peak / bandwidth) ** 0.5
    x, y = field.x(middle) - 10, field.y(bandwidth * middle) - 6
    out.append(f'<text class="small" x="{x:.1f}" y="{y:.1f}" text-anchor="end">memory: {figure(bandwidth)} GB/s</text>')
    text = f"arithmetic: {figure(peak / 1000 if peak >= 1000 else peak)} {'T' if peak >= 1000 else 'G'}flop/s"
    out.append(f'<text class="small" x="{field.right}" y="{field.y(peak) - 6:.1f}" text-anchor="end">{text}</text>')
    taken = []
    for label, x, y in sorted(points, key=lambda point: (point[1], -point[2])):
        left, at = field.x(x), field.y(y)
        out.append(f'<circle class="bar" cx="{left:.1f}" cy="{at:.1f}" r="5"><title>{escape(label)}</title></circle>')
        # Labels are below the roof; each goes down until it is free.
        row = at + 16
        while any(abs(row - other) < 12 and left < end for other, end in taken):
            row += 12
        taken.append((row, left + 8 + 6 * len(label)))
        end = ' text-anchor="end"' if left + 6 * len(label) > field.right else ""
        out.append(f'<text class="small" x="{left + (-4 if end else 4):.1f}" y="{row:.1f}"{end}>{escape(label)}</text>')
    return "\n".join([*head(title, axis, field.bottom + 48), *field.grid(x_label), *out, "</svg>", ""])


def sizes(title, axis, x_label, panels):
    """An SVG with a small chart for each function: time over size, a line for each library.

    panels: (function, {library: [(size, time)]}), in the unit that `axis` names.
    """
    columns, width, height, out = 3, 226, 190, []
    xs = [x for _, lines in panels for points in lines.values() for x, _ in points]
    ys = [y for _, lines in panels for points in lines.values() for _, y in points]
    for place, (function, lines) in enumerate(panels):
        field = Field(xs, ys)
        field.left = 46 + place % columns * (width + 8)
        field.right = field.left + width - 46
        field.top = 70 + place // columns * height
        field.bottom = field.top + height - 62
        out.append(f'<text x="{field.left}" y="{field.top - 8}">{escape(function)}</text>')
        out += field.grid(x_label)
        for library, points in lines.items():
            kind = "path" if library == "cuprum" else "otherpath"
            out.append(f'<polyline class="{kind}" points="{field.path(points)}"/>')
    rows = (len(panels) + columns - 1) // columns
    return "\n".join([*head(title, axis, 70 + rows * height), *out, "</svg>", ""])
