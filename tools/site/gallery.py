#!/usr/bin/env python3
"""The gallery of the site: runs the programs of examples/gallery and keeps the picture that each shows.

    PYTHONPATH=build/python .venv/bin/python tools/site/gallery.py FOLDER [PROGRAM ...]

writes FOLDER/NAME.png for each program. The first line of a program's docstring is its title, the others are its text;
the last figure when it ends is its picture.
"""

import ast
import os
import pathlib
import runpy
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = sorted((ROOT / "examples/gallery").glob("*.py"))

# The sections of the page, and their programs.
SECTIONS = {
    "Images": "edges count_objects remove_stripes tomography principal_components",
    "Signals": "spectrogram low_pass",
    "Equations": "heat_equation waves reaction_diffusion poisson_equation lorenz n_body",
    "Fractals and automata": "mandelbrot julia_set bifurcation game_of_life ising_model",
    "Data and statistics": "kmeans density fit_a_model splines scattered_points nearest_points",
    "Chance": "monte_carlo_pi option_price random_walks",
    "Graphs": "pagerank shortest_path",
}


def described(path):
    """The title and the text of a program, and its code without them."""
    text = path.read_text()
    title, _, words = ast.get_docstring(ast.parse(text)).partition("\n")
    return title, " ".join(words.split()), text.partition('"""\n')[2].lstrip("\n")


def draw(path, picture):
    """Run a program and save its picture; an error if it shows none."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    plt.close("all")
    runpy.run_path(str(path))
    if not plt.get_fignums():
        raise ValueError(f"{path} shows no picture")
    plt.savefig(picture, dpi=90)
    plt.close("all")


def write(target, text):
    if not target.exists() or target.read_text() != text:
        target.write_text(text)


def page(path):
    title, words, code = described(path)
    return f"""# {title}

{words}

![{title}: the picture that the program draws]({path.stem}.png)

```python
{code}```

The program is `examples/gallery/{path.name}`.
"""


def index():
    made = ["# Gallery", ""]
    made += ["Short programs with pictures. Each runs in a few seconds on a CPU. The build of this site runs them.", ""]
    for section, names in SECTIONS.items():
        made += [f"## {section}", "", "::::{grid} 1 2 3 3", ":gutter: 2", ""]
        for name in names.split():
            title, words, _ = described(ROOT / f"examples/gallery/{name}.py")
            made += [f":::{{grid-item-card}} {title}", f":link: {name}", ":link-type: doc", f":img-top: {name}.png"]
            made += [f":img-alt: Picture of {title}", words, ":::"]
        made += ["::::", ""]
    made += [
        "```{toctree}",
        ":hidden:",
        "",
        *(name for names in SECTIONS.values() for name in names.split()),
        "```",
        "",
    ]
    return "\n".join(made)


def gather(folder):
    """Write the pages, and the pictures of programs that changed."""
    folder.mkdir(parents=True, exist_ok=True)
    changed = []
    for path in PROGRAMS:
        target, kept = folder / f"{path.stem}.md", folder / f"{path.stem}.png"
        if not kept.exists() or not target.exists() or target.read_text() != page(path):
            changed.append(path)
    if changed:
        environment = os.environ | {"CUPRUM_BACKEND": "cpu"}
        subprocess.run([sys.executable, __file__, folder, *changed], env=environment, check=True)
    for path in PROGRAMS:
        write(folder / f"{path.stem}.md", page(path))
    write(folder / "index.md", index())


if __name__ == "__main__":
    for program in map(pathlib.Path, sys.argv[2:] or PROGRAMS):
        draw(program, pathlib.Path(sys.argv[1]) / f"{program.stem}.png")
