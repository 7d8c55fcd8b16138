"""How notebooks show arrays and sparse matrices: a table of the elements at the ends, under the facts of the array."""

import html as _html

import numpy as _np

from ._printing import _shown

_EDGE = 5  # rows and columns at each end of a long axis


def _text(value):
    kind = _np.asarray(value).dtype.kind
    return _html.escape(f"{value:.8g}" if kind in "fc" else str(value))


def array_html(array):
    """The HTML that a notebook shows for an array."""
    facts = f"shape {array.shape}, {array.dtype}, {array.nbytes} bytes, {array.device}"
    head = f"<p><b>{type(array).__name__}</b> {_html.escape(facts)}</p>"
    if array.ndim not in (1, 2) or array.size == 0 or array.dtype.names:
        return f"{head}<pre>{_html.escape(str(array))}</pre>"
    host, _ = _shown(array, 0, _EDGE)
    # A long axis keeps one element between its two ends: the dots stand there.
    gaps = [_EDGE if length > 2 * _EDGE + 1 else None for length in array.shape]
    if array.ndim == 1:
        host, gaps = host[None], [None, *gaps]
    lines = []
    for i, row in enumerate(host):
        cells = ["…" if j == gaps[1] else "⋮" if i == gaps[0] else _text(value) for j, value in enumerate(row)]
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f"{head}<table>{''.join(lines)}</table>"


def sparse_html(facts, coords, data):
    """The HTML that a notebook shows for a sparse matrix: the coordinates and values of its first and last elements."""
    head = f"<p>{_html.escape(facts)}</p>"
    count = len(data)
    if count == 0:
        return head
    ends = range(count) if count <= 2 * _EDGE + 1 else [*range(_EDGE), None, *range(count - _EDGE, count)]
    lines = ["<tr>" + "".join(f"<th>axis {axis}</th>" for axis in range(len(coords))) + "<th>value</th></tr>"]
    for k in ends:
        cells = ["⋮"] * (len(coords) + 1) if k is None else [*(str(c[k]) for c in coords), _text(data[k])]
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f"{head}<table>{''.join(lines)}</table>"
