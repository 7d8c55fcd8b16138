"""What a row could not do faster: the time that a kernel of the same kind of traffic and the same number of bytes
takes.

The floor chapter has five kinds, which differ in the share of bytes that are written, each at several sizes. Between
sizes and between kinds it is interpolated linearly. What is far smaller than the smallest size has no floor: it may lie
in a cache. A library that is quicker than the program of the floor shows that the floor was not one: then its time
counts, and so no share is above one.
"""

from harness.record import moved

SHARES = {"read": 0, "add": 1 / 3, "copy": 1 / 2, "widen": 2 / 3, "write": 1}


def between(points, x):
    """y at x on the line through (x, y) points, which goes on beyond them as it does between the outermost two."""
    points = sorted(points)
    if len(points) == 1:
        return points[0][1] * x / points[0][0] if points[0][0] else points[0][1]
    at = next((i for i, (right, _) in enumerate(points) if right >= x), len(points) - 1)
    (left, low), (right, high) = points[max(0, at - 1)], points[max(1, at)]
    return low + (high - low) * (x - left) / (right - left)


def primary(row):
    """The column whose speed is compared with the floor: where there is a choice, the one that reads and writes once,
    into memory that is in use."""
    for name in ("cuprum, fused", "cuprum, elementwise", "cuprum, out=", "cuprum"):
        if "median" in row["results"].get(name, {}):
            return name
    return None


class Floors:
    def __init__(self, rows):
        """`rows` of the floor chapter: on a CPU those of all threads count."""
        rows = [row for row in rows if row.get("kind") in SHARES]
        threads = max((row.get("threads", 0) for row in rows), default=0)
        self.kinds = {}
        for row in rows:
            if row.get("threads", 0) == threads:
                size = row.get("read", 0) + row.get("written", 0)
                self.kinds.setdefault(SHARES[row["kind"]], []).append((size, row["results"]["floor"]["least"]))

    def milliseconds(self, row):
        """None where the row has no bytes, or nothing was measured to compare with."""
        size = moved(row)
        if not self.kinds or "moved" in row or not size or row["unit"] != "ms":
            return None
        if 2 * size < min(least for sizes in self.kinds.values() for least, _ in sizes):
            return None
        points = [(share, between(sizes, size)) for share, sizes in self.kinds.items()]
        floor = between(points, row.get("written", 0) / size)
        best = min((result["median"] for result in row["results"].values() if "median" in result), default=floor)
        return min(floor, best)

    def share(self, row, column=None):
        floor, column = self.milliseconds(row), column or primary(row)
        result = row["results"].get(column, {})
        return floor / result["median"] if floor and "median" in result else None
