"""Whether the links of a built site lead somewhere, and whether it needs the network.

python3 tools/site/links.py build/docs/html
"""

import functools
import html
import pathlib
import re
import sys
import urllib.parse

OUTSIDE = re.compile(r"<(?:script|link|img)[^>]*(?:src|href)=\"(https?:[^\"]*)\"")
TARGET = re.compile(r"<(?:a|img|script|link|object|source)\b[^>]*?\s(?:href|src|data)=\"([^\"]*)\"")
ANCHOR = re.compile(r"\s(?:id|name)=\"([^\"]*)\"")


def wrong(folder):
    """Sentences on links to files or headings that are not there, and on what a page loads from elsewhere."""
    folder = folder.resolve()

    @functools.cache
    def anchors(path):
        return set(ANCHOR.findall(path.read_text()))

    found = set()
    for page in sorted(folder.rglob("*.html")):
        if "_static" in page.parts:  # templates of the theme
            continue
        text = page.read_text()
        name = page.relative_to(folder)
        found.update(f"{name} loads {match}" for match in OUTSIDE.findall(text))
        for link in set(TARGET.findall(text)):
            parts = urllib.parse.urlsplit(html.unescape(link))
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file() or not target.is_relative_to(folder):
                found.add(f"{name}: {link}")
            elif parts.fragment and target.suffix == ".html":
                if urllib.parse.unquote(parts.fragment) not in anchors(target):
                    found.add(f"{name}: {link}")
    return sorted(found)


if __name__ == "__main__":
    print(*wrong(pathlib.Path(sys.argv[1])), sep="\n")
