"""Random numbers by `RandomState`, or by the generator named: 10^8 uniform numbers on a GPU and 10^7 on a CPU, a tenth
of that where numbers are rejected. Beside NumPy's legacy generator, whose float64 stand for float32 too. float64 unless
told.
"""

from harness.case import HostCase, Ways, equal, part, times

TITLE = "Random numbers"
LIBRARIES = ("numpy", "cupy", "torch", "cuprum")
ONE_THREAD = ("cuprum",)

# name, statement, bytes of an element
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
GENERATORS = [
    ("random float64", "rng.random(n)", 8),
    ("random float32", "rng.random(n, dtype='f4')", 4),
    ("standard_normal float64", "rng.standard_normal(n)", 8),
    ("integers(0, 100)", "rng.integers(0, 100, n)", 8),
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
# name, statement, times CuPy's speed on a GPU
ORDERS = [
    ("permutation", "state.permutation(n)", 1.5),
    ("shuffle", "state.shuffle(a)", 1.5),
    ("choice(n, n // 100, replace=False)", "state.choice(n, n // 100, replace=False)", 1.5),
    ("choice(n, n // 10)", "state.choice(n, n // 10)", 0.97),
    ("choice with p", "state.choice(1000, n // 10, p=p)", 0.97),
    ("multinomial", "state.multinomial(100, p[:8] / p[:8].sum(), n // 100)", 0.97),
    ("dirichlet", "state.dirichlet(p[:8], n // 10)", 1.3),
]
TORCH = {
    "random_sample float64": "torch.rand(n, dtype=torch.float64, device='cuda')",
    "random_sample float32": "torch.rand(n, device='cuda')",
    "standard_normal float64": "torch.randn(n, dtype=torch.float64, device='cuda')",
    "standard_normal float32": "torch.randn(n, device='cuda')",
    "randint(0, 100)": "torch.randint(0, 100, (n,), device='cuda')",
    "randint(0, 256) uint8": "torch.randint(0, 256, (n,), dtype=torch.uint8, device='cuda')",
    "uniform": "torch.empty(n, dtype=torch.float64, device='cuda').uniform_(-1, 1)",
    "normal": "torch.empty(n, dtype=torch.float64, device='cuda').normal_(2, 3)",
    "exponential": "torch.empty(n, dtype=torch.float64, device='cuda').exponential_(0.5)",
    "lognormal": "torch.empty(n, dtype=torch.float64, device='cuda').log_normal_(0, 1)",
    "standard_cauchy": "torch.empty(n, dtype=torch.float64, device='cuda').cauchy_()",
    "geometric(.3)": "torch.empty(n, dtype=torch.float64, device='cuda').geometric_(.3)",
    "poisson(4)": "torch.poisson(rates)",
    "gamma(2.5)": "torch._standard_gamma(shapes)",
    "binomial(10, .3)": "torch.binomial(counts, chances)",
    "permutation": "torch.randperm(n, device='cuda')",
    "dirichlet": "torch.distributions.Dirichlet(p[:8]).sample((n // 10,))",
    "choice with p": "torch.multinomial(p, n // 10, replacement=True)",
}
HOST = [
    ("rand(32)", "state.rand(32)", "torch.rand(32, device='cuda')"),
    ("standard_normal(32)", "state.standard_normal(32)", "torch.randn(32, device='cuda')"),
    ("uniform(-1, 1, 32)", "state.uniform(-1, 1, 32)", None),
    ("gamma(2.5, 1, 32)", "state.gamma(2.5, 1.0, 32)", None),
    ("randint(0, 256, 32)", "state.randint(0, 256, 32)", "torch.randint(0, 256, (32,), device='cuda')"),
]
NUMPYS = {"XORWOW": "SFC64", "Philox4x3210": "Philox", "MRG32k3a": "PCG64"}


def names_for(library, name, n):
    xp = library.xp
    if library.name == "torch":
        full = lambda value: xp.full((n,), value, dtype=xp.float64, device="cuda")
        wanted = {
            "poisson(4)": {"rates": 4.0},
            "gamma(2.5)": {"shapes": 2.5},
            "binomial(10, .3)": {"counts": 10.0, "chances": 0.3},
        }
        p = xp.arange(1, 1001, dtype=xp.float64, device="cuda") / (1000 * 1001 / 2)
        return {"torch": xp, "n": n, "p": p} | {key: full(value) for key, value in wanted.get(name, {}).items()}
    found = {"xp": xp, "n": n, "state": xp.random.RandomState(1), "p": xp.arange(1, 1001) / (1000 * 1001 / 2)}
    if name == "shuffle":
        found["a"] = xp.arange(n)
    if name.startswith("Generator("):
        kind = name[len("Generator(") : name.index(")")]
        found["rng"] = xp.random.Generator(getattr(xp.random, NUMPYS[kind] if library.on_host else kind)(1))
    return found


def statement_for(library, name, text):
    if library.name == "torch":
        return TORCH.get(name)
    if library.name == "cupy" and name == "multinomial":
        return text.replace("state.", "xp.random.")  # its RandomState has none
    return text.replace(", dtype='f4'", "") if library.on_host and "state." in text else text


def case(name, text, n, itemsize, targets):
    def ways(library):
        statement = statement_for(library, name, text)
        if statement is None:
            return {}
        names, code = names_for(library, name, n), compile(statement, name, "eval")
        return {"": lambda: eval(code, names)}  # a text of this file

    return Ways(name, ways, targets=targets, traffic=(0, n * itemsize) if itemsize else False)


def cases(setting):
    large, middle = setting.size(10**8, 10**7), setting.size(10**7, 10**6)
    gpu = setting.gpu
    for name, text, itemsize in SIMPLE:
        bandwidth = [part(0.8)] if name in ("random_sample float64", "uniform") else []
        goal = [equal("cupy"), *bandwidth] if gpu else [times(2, "numpy")]
        yield case(name, text, large, itemsize, goal)
    for name, text in BY_ELEMENT:
        behind = name in ("beta", "chisquare", "geometric(.3)", "vonmises")
        goal = [times(1.3 if behind else 0.97, "cupy")] if gpu else [times(5, "numpy")]
        yield case(name, text, middle, 0, goal)
    for name, text, factor in ORDERS:
        yield case(name, text, middle, 0, [times(factor if gpu else 1, "cupy" if gpu else "numpy")])
    for kind in ("XORWOW", "Philox4x3210", "MRG32k3a"):
        for name, text, itemsize in GENERATORS:
            goal = [times(1.3 if kind == "MRG32k3a" else 0.97, "cupy")] if gpu else [equal("numpy")]
            yield case(f"Generator({kind}).{name}", text, large, itemsize, goal)
    state = lambda library: (
        {"torch": library.xp} if library.name == "torch" else {"state": library.xp.random.RandomState(1)}
    )
    for name, text, torch in HOST:
        yield HostCase(name, text, state, torch=torch, targets=[equal("cupy" if gpu else "numpy")])
