"""What holds for all tests."""

import signal

# A shell starts programs in the background with Ctrl-C ignored, and their children inherit that. The programs that are
# tested are started as a person in the foreground would start them.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
