"""Textures and surfaces in raw kernels, against the formulas of CUDA's programming guide. A GPU weighs neighbours by
eight bits."""

import itertools

import numpy as np
import pytest

import cuprum as cp
from common import assert_same
from cuprum.cuda import runtime, texture

WRAP, CLAMP, MIRROR, BORDER = range(4)
KINDS = {
    "i": runtime.cudaChannelFormatKindSigned,
    "u": runtime.cudaChannelFormatKindUnsigned,
    "f": runtime.cudaChannelFormatKindFloat,
}


def channels(dtype, count=1):
    bits = 8 * np.dtype(dtype).itemsize
    return texture.ChannelFormatDescriptor(*(bits if k < count else 0 for k in range(4)), KINDS[np.dtype(dtype).kind])


def array_of(host, count=1):
    shape = host.shape[:-1] if count > 1 else host.shape
    array = texture.CUDAarray(channels(host.dtype, count), *shape[::-1])
    array.copy_from(host)
    return array


def object_of(array, **description):
    resource = texture.ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=array)
    description = {"addressModes": (CLAMP,) * 3} | description
    return texture.TextureObject(resource, texture.TextureDescriptor(**description))


def fetch(made, points, out_type="float", dtype="f"):
    """The texture at points of shape (n, dimensions)."""
    n, dimensions = points.shape
    names = ", ".join(f"p[{dimensions} * i + {d}]" for d in range(dimensions))
    width = int(out_type[-1]) if out_type[-1].isdigit() else 1
    code = f"""extern "C" __global__ void read(cudaTextureObject_t t, const float* p, {out_type}* out, int n) {{
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) out[i] = tex{dimensions}D<{out_type}>(t, {names});
    }}"""
    out = cp.zeros((n, width) if width > 1 else n, dtype)
    cp.RawKernel(code, "read")((-(-n // 64),), (64,), (made, cp.asarray(points.astype("f")), out, n))
    return out


def place(i, n, mode):
    if mode == WRAP:
        return i % n
    if mode == MIRROR:
        i %= 2 * n
        return i if i < n else 2 * n - 1 - i
    if mode == BORDER:
        return i if 0 <= i < n else None
    return min(max(i, 0), n - 1)


def expected(host, points, mode, linear, normalized, border=0.0):
    """x is the last axis."""
    results = []
    for point in points.astype("f"):
        bases, weights = [], []
        for x, n in zip(point, host.shape[::-1]):
            x = np.float32(x * n) if normalized else x
            x = np.float32(x - np.float32(0.5)) if linear else x
            bases.append(int(np.floor(x)))
            weights.append(np.round((x - np.floor(x)) * 256) / 256 if linear else 0.0)
        total = 0.0
        for corner in itertools.product((0, 1), repeat=len(point)):
            share = np.prod([w if c else 1 - w for c, w in zip(corner, weights)])
            at = [place(b + c, n, mode) for b, c, n in zip(bases, corner, host.shape[::-1])]
            value = border if None in at else float(host[tuple(at[::-1])])
            total += share * value if share else 0
        results.append(total)
    return np.array(results)


@pytest.mark.parametrize("shape", [(9,), (5, 7), (3, 4, 5)], ids=str)
@pytest.mark.parametrize("linear", [0, 1])
@pytest.mark.parametrize("mode", [WRAP, CLAMP, MIRROR, BORDER])
def test_coordinates(shape, linear, mode):
    rng = np.random.default_rng(3)
    host = rng.uniform(-1, 1, shape).astype("f")
    array = array_of(host)
    for normalized in (0, 1):
        # Wrapping and mirroring are for normalized coordinates; others are clamped.
        used = mode if normalized or mode == BORDER else CLAMP
        points = rng.uniform(-1.4, 2.4, (200, len(shape))) * (1 if normalized else shape[::-1])
        points[: len(points) // 2] = np.round(points[: len(points) // 2] * 8) / 8 + 1 / 64
        made = object_of(
            array,
            addressModes=(mode,) * 3, filterMode=linear, normalizedCoords=normalized, borderColors=(0.25, 0, 0, 0),
        )  # fmt: skip
        values = expected(host, points, used, linear, normalized, 0.25)
        if cp.backend() == "cuda" and len(shape) == 1 and linear and used == BORDER:
            # A GPU reads one axis as a plane of height one at y = 0: half of what it gives is the border's.
            values = (values + 0.25) / 2
        assert_same(
            fetch(made, points),
            values.astype("f"),
            atol=len(shape) * 2 / 256 if linear else 0,
        )


@pytest.mark.parametrize(
    "dtype, ctype",
    [
        ("i1", "char"),
        ("u1", "uchar"),
        ("i2", "short"),
        ("u2", "ushort"),
        ("i4", "int"),
        ("u4", "uint"),
        ("f4", "float"),
    ],
)
@pytest.mark.parametrize("count", [1, 2, 4])
def test_types_of_channels(dtype, ctype, count):
    info = np.iinfo(dtype) if dtype[0] != "f" else np.finfo(dtype)
    host = np.linspace(info.min / 2, info.max / 2, 6 * 5 * count).astype(dtype)
    host[:2] = info.min, info.max
    host = host.reshape((6, 5, count) if count > 1 else (6, 5))
    points = np.array([(x + 0.5, y + 0.5) for y in range(6) for x in range(5)])
    made = object_of(array_of(host, count))
    flat = host.reshape((30, count) if count > 1 else 30)
    assert_same(fetch(made, points, f"{ctype}{count}", dtype), flat)
    if dtype[1] in "12" and dtype[0] != "f":
        made = object_of(array_of(host, count), readMode=runtime.cudaReadModeNormalizedFloat)
        scaled = np.maximum(flat / np.float32(info.max), -1).astype("f")
        assert_same(fetch(made, points, f"float{count}"), scaled, rtol=2e-7)


def test_half_precision_is_read_as_float():
    host = np.linspace(-4, 4, 24, dtype="e").reshape(4, 6)
    points = np.array([(x + 0.5, y + 0.5) for y in range(4) for x in range(6)])
    assert_same(fetch(object_of(array_of(host)), points), host.ravel().astype("f"))


def test_memory_as_a_texture():
    a = cp.arange(20, dtype="f")
    line = texture.TextureObject(
        texture.ResourceDescriptor(runtime.cudaResourceTypeLinear, arr=a, chDesc=channels("f"), sizeInBytes=a.nbytes),
        texture.TextureDescriptor(),
    )
    code = """extern "C" __global__ void read(cudaTextureObject_t t, float* out) {
        out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x - 2);
    }"""
    out = cp.zeros(24, "f")
    cp.RawKernel(code, "read")((1,), (24,), (line, out))
    assert_same(out[:22], np.concatenate([[0, 0], np.arange(20)]).astype("f"))
    wide = cp.zeros((4, 64), "f")
    host = np.random.default_rng(1).uniform(size=(4, 50)).astype("f")
    wide[:, :50] = cp.asarray(host)
    plane = texture.TextureObject(
        texture.ResourceDescriptor(
            runtime.cudaResourceTypePitch2D, arr=wide, chDesc=channels("f"), width=50, height=4, pitchInBytes=256
        ),
        texture.TextureDescriptor(addressModes=(CLAMP, CLAMP), filterMode=runtime.cudaFilterModeLinear),
    )
    points = np.random.default_rng(2).uniform(-3, 55, (100, 2))
    assert_same(fetch(plane, points), expected(host, points, CLAMP, 1, 0).astype("f"), atol=4 / 256)


@pytest.mark.parametrize("shape", [(64,), (8, 64), (3, 8, 64)], ids=str)
def test_elementwise_kernels_take_textures(shape):
    host = np.random.default_rng(3).uniform(size=shape).astype("f")
    places = ", ".join(["float(i % 64)", "float(i / 64 % 8)", "float(i / 512)"][: len(shape)])
    add = cp.ElementwiseKernel("T x, U image", "T y", f"y = x + tex{len(shape)}D<T>(image, {places})", "add_texture")
    x = cp.ones(shape, "f")
    assert_same(add(x, object_of(array_of(host))), 1 + host)
    place = ", ".join(["3.0f", "2.0f", "1.0f"][: len(shape)])
    total = cp.ReductionKernel(
        "T x, U image", "T y", f"x * tex{len(shape)}D<T>(image, {place})", "a + b", "y = a", "0", "total"
    )
    assert_same(total(x, object_of(array_of(host))), np.sum(x.get() * host[(1, 2, 3)[-len(shape) :]]), rtol=1e-5)
    with pytest.raises(TypeError):
        add(x, x.data)


def test_arrays_give_back_what_they_were_given():
    for host in [
        np.arange(6, dtype="f"),
        np.arange(12, dtype="i4").reshape(3, 4),
        np.arange(60, dtype="u1").reshape(3, 4, 5),
    ]:
        array = array_of(host)
        assert array.ndim == host.ndim
        back, device = np.zeros_like(host), cp.zeros_like(cp.asarray(host))
        array.copy_to(back)
        array.copy_to(device)
        np.testing.assert_array_equal(back, host)
        assert_same(device, host)
        array.copy_from(device[::-1].copy())
        array.copy_to(back)
        np.testing.assert_array_equal(back, host[::-1])


def test_surfaces():
    host = np.arange(24, dtype="f").reshape(4, 6)
    array = texture.CUDAarray(channels("f"), 6, 4, 0, runtime.cudaArraySurfaceLoadStore)
    array.copy_from(host)
    surface = texture.SurfaceObject(texture.ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=array))
    code = """extern "C" __global__ void turn(cudaSurfaceObject_t s, float* beyond) {
        int x = threadIdx.x, y = threadIdx.y;
        float value;
        surf2Dread(&value, s, x * 4, y);
        surf2Dwrite(2 * value + 1, s, x * 4, y);
        if (x == 0) beyond[y] = surf2Dread<float>(s, 4 * 6, y, cudaBoundaryModeZero);
        if (x == 0) beyond[4 + y] = surf2Dread<float>(s, -4, y, cudaBoundaryModeClamp);
        surf2Dwrite(-1.0f, s, 4 * (x + 6), y, cudaBoundaryModeZero);
    }"""
    beyond = cp.full(8, 9, "f")
    cp.RawKernel(code, "turn")((1,), (6, 4), (surface, beyond))
    back = np.zeros_like(host)
    array.copy_to(back)
    np.testing.assert_array_equal(back, 2 * host + 1)
    assert beyond.get()[:4].tolist() == [0, 0, 0, 0]
    assert all(b in (h, 2 * h + 1) for b, h in zip(beyond.get()[4:], host[:, 0]))


def test_errors():
    array = array_of(np.zeros((4, 6), "i4"))
    with pytest.raises(cp.cuda.runtime.CUDARuntimeError):
        object_of(array, filterMode=runtime.cudaFilterModeLinear)  # integers are not interpolated
    with pytest.raises(ValueError):
        texture.CUDAarray(texture.ChannelFormatDescriptor(64, 0, 0, 0, KINDS["f"]), 4)
    with pytest.raises(ValueError):
        array.copy_from(np.zeros((4, 5), "i4"))
    if cp.backend() == "cpu":  # a GPU's driver need not know what was never made
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError):
            runtime.destroyTextureObject(1)
