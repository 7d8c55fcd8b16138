"""Bar charts as SVG, which browsers show in light and in dark pages. No plotting library: a test compares the files
byte for byte, and those libraries' output changes with their versions."""

from html import escape
from math import log10

STYLE = """<style>
text { font: 13px sans-serif; fill: #24292f }
.title { font-size: 15px; font-weight: bold }
.small { font-size: 11px; fill: #57606a }
.bar { fill: #2f81f7 }
.behind { fill: #cf222e }
.grid { stroke: #d0d7de }
.one { stroke: #57606a; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
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
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'role="img" aria-label="{escape(title)}">',
        STYLE,
        f'<text class="title" x="8" y="20">{escape(title)}</text>',
        f'<text class="small" x="8" y="38">{escape(axis)}</text>',
    ]
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
