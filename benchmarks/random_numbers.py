#!/usr/bin/env python3
"""Random numbers: cuprum beside NumPy's legacy generator, CuPy and PyTorch, where they are there, in one process and in turns.

    python benchmarks/random_numbers.py                          1e8 uniform numbers on a GPU, 1e7 on a CPU
    python benchmarks/random_numbers.py --quick                  a hundredth of them: a trial, not a measurement
    python benchmarks/random_numbers.py --only gamma             the cases whose name has this in it
    python benchmarks/random_numbers.py --json results/x.json

Times are of the device, from call to call; GB/s are of the numbers that cuprum writes, and the share behind them is of the speed at which
cuprum fills as much memory with a constant. Next to each other library's time stands its ratio to cuprum's: above 1 cuprum is the
quicker. RandomState is meant where no generator is named.
"""

import platform

from chapter import Chapter
from measure import device_times, host_times

# What is called, the elements' bytes, and whether numbers are drawn again and again until one is accepted.
SIMPLE = [
    ("random_sample float64", "state.random_sample(n)", 8),
    ("random_sample float32", "state.random_sample(n, dtype='f4')", 4),
    ("standard_normal float64", "state.standard_normal(n)", 8),
    ("standard_normal float32", "state.standard_normal(n, dtype='f4')", 4),
    ("randint(0, 100)", "state.randint(0, 100, n)", 8),
    ("randint(0, 256) uint8", "state.randint(0, 256, n, dtype='u1')", 1),
    ("tomaxint", "state.tomaxint(n)", 8),
    ("uniform", "state.uniform(-1, 1, n)", 8),
    ("normal", "state.normal(2, 3, n)", 8),
    ("exponential", "state.exponential(2.0, n)", 8),
    ("gumbel", "state.gumbel(0, 1, n)", 8),
    ("laplace", "state.laplace(0, 1, n)", 8),
    ("logistic", "state.logistic(0, 1, n)", 8),
    ("lognormal", "state.lognormal(0, 1, n)", 8),
    ("pareto", "state.pareto(3.0, n)", 8),
    ("power", "state.power(3.0, n)", 8),
    ("rayleigh", "state.rayleigh(1.0, n)", 8),
    ("standard_cauchy", "state.standard_cauchy(n)", 8),
    ("triangular", "state.triangular(-1, 0, 2, n)", 8),
    ("weibull", "state.weibull(1.5, n)", 8),
]
BY_ELEMENT = [
    ("beta", "state.beta(2.0, 3.0, n)"),
    ("binomial(10, .3)", "state.binomial(10, .3, n)"),
    ("binomial(1000, .4)", "state.binomial(1000, .4, n)"),
    ("chisquare", "state.chisquare(3.0, n)"),
    ("f", "state.f(5.0, 7.0, n)"),
    ("gamma(2.5)", "state.gamma(2.5, 1.0, n)"),
    ("gamma(0.5)", "state.gamma(0.5, 1.0, n)"),
    ("geometric(.3)", "state.geometric(.3, n)"),
    ("hypergeometric", "state.hypergeometric(60, 40, 30, n)"),
    ("logseries", "state.logseries(.7, n)"),
    ("negative_binomial", "state.negative_binomial(5, .4, n)"),
    ("noncentral_chisquare", "state.noncentral_chisquare(3.0, 2.0, n)"),
    ("noncentral_f", "state.noncentral_f(5.0, 7.0, 2.0, n)"),
    ("poisson(4)", "state.poisson(4.0, n)"),
    ("poisson(50)", "state.poisson(50.0, n)"),
    ("standard_t", "state.standard_t(4.0, n)"),
    ("vonmises", "state.vonmises(0.0, 1.0, n)"),
    ("wald", "state.wald(2.0, 3.0, n)"),
    ("zipf", "state.zipf(3.0, n)"),
]
ORDERS = [
    ("permutation", "state.permutation(n)"),
    ("choice(n, n // 100, replace=False)", "state.choice(n, n // 100, replace=False)"),
    ("choice(n, n // 10)", "state.choice(n, n // 10)"),
    ("choice with p", "state.choice(1000, n // 10, p=p)"),
    ("multinomial", "state.multinomial(100, p[:8] / p[:8].sum(), n // 100)"),
    ("dirichlet", "state.dirichlet(p[:8], n // 10)"),
]
TORCH = {
    "random_sample float64": "torch.rand(n, dtype=torch.float64, device='cuda')",
    "random_sample float32": "torch.rand(n, device='cuda')",
    "standard_normal float64": "torch.randn(n, dtype=torch.float64, device='cuda')",
    "standard_normal float32": "torch.randn(n, device='cuda')",
    "randint(0, 100)": "torch.randint(0, 100, (n,), device='cuda')",
    "exponential": "torch.empty(n, dtype=torch.float64, device='cuda').exponential_(0.5)",
    "standard_cauchy": "torch.empty(n, dtype=torch.float64, device='cuda').cauchy_()",
    "permutation": "torch.randperm(n, device='cuda')",
}
GENERATORS = [
    ("Generator({}).random float64", "rng.random(n)", 8),
    ("Generator({}).random float32", "rng.random(n, dtype='f4')", 4),
    ("Generator({}).standard_normal float64", "rng.standard_normal(n)", 8),
    ("Generator({}).integers(0, 100)", "rng.integers(0, 100, n)", 8),
]
HOST = [
    ("rand(32)", "state.rand(32)"),
    ("standard_normal(32)", "state.standard_normal(32)"),
    ("uniform(-1, 1, 32)", "state.uniform(-1, 1, 32)"),
    ("gamma(2.5, 1, 32)", "state.gamma(2.5, 1.0, 32)"),
    ("randint(0, 256, 32)", "state.randint(0, 256, 32)"),
]


def cases(gpu, quick):
    large, middle = (100_000_000, 10_000_000) if gpu else (10_000_000, 1_000_000)
    if quick:
        large, middle = large // 100, middle // 100
    for name, text, itemsize in SIMPLE:
        # NumPy's legacy generator has no dtype; its float64 is what it offers.
        yield name, text, large, itemsize
    for name, text in BY_ELEMENT:
        yield name, text, middle, 8
    for name, text in ORDERS:
        yield name, text, middle, 0
    for kind in ("XORWOW", "Philox4x3210", "MRG32k3a"):
        for name, text, itemsize in GENERATORS:
            yield name.format(kind), text, large, itemsize


def names_for(library, case, n):
    xp = library.xp
    if library.name == "torch":
        return {"torch": xp, "n": n}
    names = {"xp": xp, "n": n, "state": xp.random.RandomState(1), "p": xp.arange(1, 1001) / (1000 * 1001 / 2)}
    if case.startswith("Generator("):
        kind = case[len("Generator(") : case.index(")")]
        numpys = {"XORWOW": "SFC64", "Philox4x3210": "Philox", "MRG32k3a": "PCG64"}
        names["rng"] = xp.random.Generator(getattr(xp.random, numpys[kind] if library.name == "numpy" else kind)(1))
    return names


def statement_for(library, case, text):
    if library.name == "torch":
        return TORCH.get(case)
    if library.name == "cupy" and case == "multinomial":
        return text.replace("state.", "xp.random.")  # its RandomState has none
    return text.replace(", dtype='f4'", "") if library.name == "numpy" and "state." in text else text


def main():
    chapter = Chapter(__doc__)
    found, gpu = chapter.libraries, chapter.gpu
    print(f"{platform.machine()}, " + ", ".join(f"{name} {library.version}" for name, library in found.items()))
    fills = {}

    def record(name, unit, times, failed, itemsize=0, n=0):
        ours = times.get("cuprum")
        text = f"{name:40}"
        if ours:
            text += f" cuprum {ours:10.3f} {unit}"
        row = {"case": name, "n": n, "unit": unit, "times": times, "errors": failed}
        if ours and itemsize and n:
            row["GB/s"] = itemsize * n / ours / 1e6
            row["share"] = fill_time(itemsize * n) / ours
            text += f" {row['GB/s']:8.1f} GB/s {row['share']:5.0%}"
        text += "".join(
            f"   {other} {t:10.3f} {unit}" + (f" ({t / ours:6.2f})" if ours else "")
            for other, t in times.items()
            if other != "cuprum"
        )
        text += "".join(f"   {other}: {error.splitlines()[0][:60]}" for other, error in failed.items())
        print(text, flush=True)
        chapter.keep(row)

    def fill_time(nbytes):
        if nbytes not in fills:
            library = found["cuprum"]
            target = library.xp.empty(nbytes // 8, "f8")
            fills[nbytes] = device_times({"fill": (library.clock, lambda: target.fill(1.5))})["fill"][0]
        return fills[nbytes]

    for name, text, n, itemsize in cases(gpu, chapter.options.quick):
        if not chapter.wants(name):
            continue
        calls, failed = {}, {}
        for library in found.values():
            statement = statement_for(library, name, text)
            if statement is None:
                continue
            try:
                names = names_for(library, name, n)
                code = compile(statement, name, "eval")
                eval(code, names)  # noqa: S307  a text of this file
                calls[library.name] = (library.clock, lambda code=code, names=names: eval(code, names))  # noqa: S307
            except Exception as error:  # recorded: the other libraries go on
                failed[library.name] = f"{type(error).__name__}: {error}"
        times = {library: median for library, (median, _) in device_times(calls, seconds=1.0, least=5).items()}
        record(name, "ms", times, failed, itemsize, n)
        chapter.free()
    for name, text in HOST:
        if not chapter.wants(name):
            continue
        calls = {
            library.name: (library.clock, text, {"state": library.xp.random.RandomState(1)})
            for library in found.values()
            if library.name != "torch"
        }
        record(f"host time of {name}", "us", {library: times[0] for library, times in host_times(calls).items()}, {})


if __name__ == "__main__":
    main()
