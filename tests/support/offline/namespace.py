"""A network without other computers, for this process and all that it starts."""

import ctypes
import os
import socket
import struct
import sys

_CLONE_NEWUTS = 0x04000000
_CLONE_NEWNET = 0x40000000
_SET_FLAGS = 0x8914  # SIOCSIFFLAGS
_UP = 0x1  # IFF_UP


def leave_network() -> bool:
    """Move this process to a network of its own, with the loopback interface alone.

    What it starts from now on is there too, whatever it is written in. The computer is called
    localhost there: its own name might be that of an address that is gone.

    Returns:
        Whether the system allowed it: Linux does for root, unless a container forbids it.
    """
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    import fcntl  # not on Windows

    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWNET | _CLONE_NEWUTS) != 0:
        return False
    socket.sethostname("localhost")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        fcntl.ioctl(asking, _SET_FLAGS, struct.pack("16sh14x", b"lo", _UP))
    return True
