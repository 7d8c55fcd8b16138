"""A network of two hidden layers with batch normalisation, trained by Adam; gradients are written out by hand."""

import numpy as np

SIZES = [64, 512]


def start(xp, size):
    rng = np.random.default_rng(5)
    inputs, classes, batch = 2 * size, 10, 8 * size
    x = rng.standard_normal((batch, inputs))
    hidden = np.tanh(x @ rng.standard_normal((inputs, classes)) / np.sqrt(inputs))
    labels = hidden.argmax(1)
    targets = np.eye(classes)[labels]
    sizes = [inputs, size, size, classes]
    parameters = []
    for a, b in zip(sizes[:-1], sizes[1:], strict=True):
        parameters += [rng.standard_normal((a, b)) * np.sqrt(2 / a), np.zeros(b), np.ones(b)]
    parameters = [p.astype(np.float32) for p in parameters]
    state = [x.astype(np.float32), targets.astype(np.float32), *parameters]
    state += [np.zeros_like(p) for p in parameters * 2]
    return tuple(map(xp.asarray, state))


def layer(xp, x, weight, shift, scale):
    """A product, batch normalisation and GELU's cheap kin; what backward needs besides."""
    h = x @ weight
    mean, variance = h.mean(0), h.var(0)
    inverse = 1 / xp.sqrt(variance + 1e-5)
    normal = (h - mean) * inverse
    z = scale * normal + shift
    gate = 1 / (1 + xp.exp(-1.702 * z))
    return z * gate, (x, normal, inverse, z, gate)


def backward(xp, grad, weight, scale, kept):
    x, normal, inverse, z, gate = kept
    grad = grad * (gate + 1.702 * z * gate * (1 - gate))
    of_scale, of_shift = (grad * normal).sum(0), grad.sum(0)
    grad = grad * scale
    grad = inverse * (grad - grad.mean(0) - normal * (grad * normal).mean(0))
    return grad @ weight.T, x.T @ grad, of_shift, of_scale


def advance(xp, state, steps=4, rate=1e-3):
    x, targets = state[:2]
    parameters, first, second = (list(state[2 + 9 * i : 11 + 9 * i]) for i in range(3))
    for step in range(1, steps + 1):
        a, kept_a = layer(xp, x, *parameters[0:3])
        b, kept_b = layer(xp, a, *parameters[3:6])
        logits = b @ parameters[6] * parameters[8] + parameters[7]
        e = xp.exp(logits - logits.max(1, keepdims=True))
        probability = e / e.sum(1, keepdims=True)
        grad = (probability - targets) / len(x)
        product = b @ parameters[6]
        gradients = [b.T @ (grad * parameters[8]), grad.sum(0), (grad * product).sum(0)]
        grad = (grad * parameters[8]) @ parameters[6].T
        grad, *more = backward(xp, grad, parameters[3], parameters[5], kept_b)
        gradients = more + gradients
        grad, *more = backward(xp, grad, parameters[0], parameters[2], kept_a)
        gradients = more + gradients
        for i, g in enumerate(gradients):
            first[i] = 0.9 * first[i] + 0.1 * g
            second[i] = 0.999 * second[i] + 0.001 * g * g
            move = first[i] / (1 - 0.9**step) / (xp.sqrt(second[i] / (1 - 0.999**step)) + 1e-8)
            parameters[i] = parameters[i] - rate * move
    return (x, targets, *parameters, *first, *second)
