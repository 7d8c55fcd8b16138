"""From a case to what takes turns."""

from .case import sample
from .measure import Contender, HostContender
from .one_thread import label


def text_of(error):
    return f"{type(error).__name__}: {str(error).strip()}"[:300]


def contenders_of(case, library, one_thread=False):
    """By label: contenders, each of which has run once; errors of those that cannot; and for each contender a sample of
    its result with the bytes that it read and wrote, where the case wants them."""
    found, errors, results = {}, {}, {}
    try:
        ways = case.ways(library)
    except Exception as error:  # recorded: the other libraries and cases go on
        return {}, {label(library.name, one_thread=one_thread): text_of(error)}, {}
    for way, work in ways.items():
        name = label(library.name, way, one_thread)
        try:
            if isinstance(work, tuple):
                contender = HostContender(library.clock, *work)
                contender.once()
            else:
                result = work()  # compiles
                library.clock.synchronize()
                if case.check or case.traffic is not False:
                    values = sample(library, result) if case.check else None
                    results[name] = values, case.bytes(work, result) if way == "" or case.traffic else None
                del result
                contender = Contender(library.clock, work)
            found[name] = contender
        except Exception as error:
            errors[name] = text_of(error)
    return found, errors, results
