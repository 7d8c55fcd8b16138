"""Workers of Dask's `distributed`: each computes on a device of its own.

client = Client(LocalCluster(n_workers=2, threads_per_worker=1))
client.register_plugin(DevicePerWorker())
"""

import os

from distributed import WorkerPlugin

__all__ = ["DevicePerWorker"]


class DevicePerWorker(WorkerPlugin):
    """Gives each worker process a GPU of its own; on a machine without GPUs, a part of the processors.

    A worker sees its GPU as device 0. Register the plugin before the workers compute: a process that has used a GPU
    keeps those that it sees. Workers are numbered by their names, which are numbers in a `LocalCluster`; those of other
    names are told apart by their process.

    Parameters
        devices: numbers of the GPUs, or of processors, dealt out to workers in turn. By default all that
            CUDA_VISIBLE_DEVICES or the driver shows, or all processors that the process may use.
        workers: how many there are on a machine, by which processors are divided; GPUs do not need it.
    """

    name = "cuprum-device-per-worker"

    def __init__(self, devices=None, workers=None):
        self.devices = None if devices is None else list(devices)
        self.workers = workers

    def setup(self, worker):
        """Called by Dask in the worker's process."""
        try:
            number = int(worker.name)
        except (TypeError, ValueError):
            number = os.getpid()
        gpus = self.devices if self.devices is not None else _gpus()
        if gpus and os.environ.get("CUPRUM_BACKEND") != "cpu":
            os.environ["CUDA_VISIBLE_DEVICES"] = str(gpus[number % len(gpus)])
            return
        processors = sorted(os.sched_getaffinity(0)) if self.devices is None else self.devices
        if self.workers and len(processors) >= self.workers:
            part, count = number % self.workers, self.workers
            own = processors[len(processors) * part // count : len(processors) * (part + 1) // count]
            os.sched_setaffinity(0, own)
            os.environ.setdefault("CUPRUM_NUM_THREADS", str(len(own)))


def _gpus():
    """Names of the GPUs, without starting the driver in this process."""
    shown = os.environ.get("CUDA_VISIBLE_DEVICES")
    if shown is not None:
        return [name for name in shown.split(",") if name and name != "-1"]
    numbers = [entry[6:] for entry in os.listdir("/dev") if entry.startswith("nvidia") and entry[6:].isdigit()]
    return [str(k) for k in range(len(numbers))]  # containers may show any of them; the driver counts from 0
