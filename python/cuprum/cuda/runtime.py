"""CUDA's runtime functions, by their names there; addresses and handles are integers. On a CPU those that have a
meaning there do what they say.

Raises
    CUDARuntimeError: CUDA refuses the call, or a CPU has no such thing. `status` is CUDA's number for the reason.

Each group below shows its functions at work.

Errors (CUDARuntimeError, check_status):
    >>> try:
    ...     runtime.check_status(400)
    ... except runtime.CUDARuntimeError as error:
    ...     print(error.status, str(error).split(":")[0])
    400 cudaErrorInvalidResourceHandle

Devices (getDeviceCount, getDevice, setDevice, getDeviceProperties, deviceGetAttribute, deviceGetByPCIBusId,
deviceGetPCIBusId, deviceGetLimit, deviceSetLimit, deviceSynchronize, driverGetVersion, runtimeGetVersion, memGetInfo,
ctxGetCurrent, profilerStart, profilerStop):
    >>> runtime.setDevice(0)
    >>> runtime.getDevice(), runtime.getDeviceCount() > 0
    (0, True)
    >>> runtime.getDeviceProperties(0)["warpSize"] == runtime.deviceGetAttribute(runtime.cudaDevAttrWarpSize, 0)
    True
    >>> free, total = runtime.memGetInfo()
    >>> 0 < free <= total
    True

Access between devices (deviceCanAccessPeer, deviceEnablePeerAccess, deviceDisablePeerAccess, memcpyPeer,
memcpyPeerAsync):
    >>> runtime.deviceCanAccessPeer(0, 0)  # a device is no peer of its own
    0
    >>> a, b = cp.arange(3), cp.empty(3, "int64")
    >>> runtime.memcpyPeer(b.data.ptr, 0, a.data.ptr, 0, a.nbytes)
    >>> b
    array([0, 1, 2])

Memory (malloc, free, mallocManaged, memAdvise, memPrefetchAsync, memset, memcpy, memcpy2D, memcpy3D,
pointerGetAttributes, pointerGetMemoryType, PointerAttributes):
    >>> host = np.arange(4.0)
    >>> address = runtime.malloc(host.nbytes)
    >>> runtime.memcpy(address, host.ctypes.data, host.nbytes, runtime.memcpyHostToDevice)
    >>> runtime.memset(address, 0, 16)  # bytes: two numbers
    >>> runtime.memcpy(host.ctypes.data, address, host.nbytes, runtime.memcpyDeviceToHost)
    >>> host
    array([0., 0., 2., 3.])
    >>> runtime.pointerGetAttributes(address).type == runtime.memoryTypeDevice
    True
    >>> runtime.free(address)

Page-locked memory (hostAlloc, freeHost, hostRegister, hostUnregister):
    >>> address = runtime.hostAlloc(64, runtime.hostAllocDefault)
    >>> runtime.freeHost(address)

Work of a stream (streamCreate, streamCreateWithFlags, streamCreateWithPriority, streamDestroy, streamGetFlags,
streamGetPriority, streamGetCtx, streamQuery, streamSynchronize, streamIsCapturing, memsetAsync, memcpyAsync,
memcpy2DAsync, memcpy3DAsync, launchHostFunc, streamAddCallback):
    >>> stream = runtime.streamCreateWithFlags(runtime.streamNonBlocking)
    >>> a = cp.ones(4)
    >>> cp.cuda.Device().synchronize()  # `a` is there before the other stream changes it
    >>> runtime.memsetAsync(a.data.ptr, 0, a.nbytes, stream)
    >>> done = []
    >>> runtime.launchHostFunc(stream, done.append, "all is set")
    >>> runtime.streamSynchronize(stream)
    >>> done
    ['all is set']
    >>> runtime.streamQuery(stream)
    0
    >>> runtime.streamDestroy(stream)

Memory in the order of a stream (mallocAsync, mallocFromPoolAsync, freeAsync, memPoolCreate, memPoolDestroy,
memPoolTrimTo, memPoolGetAttribute, memPoolSetAttribute, MemPoolProps, deviceGetDefaultMemPool, deviceGetMemPool,
deviceSetMemPool):
    >>> stream = runtime.streamCreate()
    >>> pool = runtime.deviceGetDefaultMemPool(0)
    >>> address = runtime.mallocFromPoolAsync(1024, pool, stream)
    >>> runtime.freeAsync(address, stream)
    >>> runtime.streamSynchronize(stream)
    >>> runtime.memPoolTrimTo(pool, 0)
    >>> runtime.streamDestroy(stream)

Events (eventCreate, eventCreateWithFlags, eventDestroy, eventElapsedTime, eventQuery, eventRecord, eventSynchronize,
streamWaitEvent):
    >>> start, end = runtime.eventCreate(), runtime.eventCreate()
    >>> stream = runtime.streamCreate()
    >>> runtime.eventRecord(start, stream)
    >>> runtime.eventRecord(end, stream)
    >>> runtime.eventSynchronize(end)
    >>> runtime.eventElapsedTime(start, end) >= 0  # milliseconds
    True
    >>> for event in (start, end):
    ...     runtime.eventDestroy(event)
    >>> runtime.streamDestroy(stream)

Graphs (streamBeginCapture, streamEndCapture, graphInstantiate, graphUpload, graphLaunch, graphExecDestroy,
graphDestroy, graphDebugDotPrint):
    >>> stream, a = runtime.streamCreate(), cp.ones(2)
    >>> runtime.streamBeginCapture(stream)
    >>> runtime.memsetAsync(a.data.ptr, 0, a.nbytes, stream)
    >>> graph = runtime.streamEndCapture(stream)
    >>> executable = runtime.graphInstantiate(graph)
    >>> runtime.graphLaunch(executable, stream)
    >>> runtime.streamSynchronize(stream)
    >>> a
    array([0., 0.])
    >>> runtime.graphExecDestroy(executable)
    >>> runtime.graphDestroy(graph)
    >>> runtime.streamDestroy(stream)

Textures and surfaces (mallocArray, malloc3DArray, freeArray, createTextureObject, destroyTextureObject,
createSurfaceObject, destroySurfaceObject, memcpy2DToArray, memcpy2DToArrayAsync, memcpy2DFromArray,
memcpy2DFromArrayAsync):
    >>> from cuprum.cuda import texture
    >>> floats = texture.ChannelFormatDescriptor(32, 0, 0, 0, runtime.cudaChannelFormatKindFloat)
    >>> address = runtime.mallocArray(floats.ptr, 4, 0)
    >>> row = np.arange(4, dtype="float32")
    >>> runtime.memcpy2DToArray(address, 0, 0, row.ctypes.data, 16, 16, 1, runtime.memcpyHostToDevice)
    >>> back = np.empty(2, "float32")
    >>> runtime.memcpy2DFromArray(back.ctypes.data, 8, address, 8, 0, 8, 1, runtime.memcpyDeviceToHost)
    >>> back
    array([2., 3.], dtype=float32)
    >>> runtime.freeArray(address)

Handles for other processes (ipcGetMemHandle, ipcOpenMemHandle, ipcCloseMemHandle, ipcGetEventHandle,
ipcOpenEventHandle):
    >>> a = cp.ones(3)
    >>> try:
    ...     handle = runtime.ipcGetMemHandle(a.data.ptr)  # bytes, to be sent to the other process
    ... except runtime.CUDARuntimeError:  # on a CPU
    ...     handle = bytes(64)
    >>> len(handle)
    64
"""

from .._core import CUDARuntimeError, _cuda_runtime
from .._core._cuda_runtime import *  # noqa: F403

__all__ = ["CUDARuntimeError", *(name for name in dir(_cuda_runtime) if not name.startswith("_"))]
