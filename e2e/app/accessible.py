"""Waits for an element that an app shows to screen readers, over AT-SPI, and finds or presses it.

Usage: accessible.py find|press ROLE NAME [ROLE NAME]...

Searches each ROLE and NAME within the previous one. NAME may be a part of the element's name, or of its text.
"""

import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib


def within(element):
    for place in range(element.get_child_count()):
        child = element.get_child_at_index(place)
        if child is not None:
            yield child
            yield from within(child)


def text(element):
    return " ".join([element.get_name(), *(child.get_name() for child in within(element))])


def find(element, wanted):
    if not wanted:
        return element
    role, name = wanted[:2]
    fitting = (one for one in within(element) if one.get_role_name() == role and name in text(one))
    return next((found for one in fitting if (found := find(one, wanted[2:]))), None)


action, *wanted = sys.argv[1:]
done = False
while not done:
    try:
        found = find(Atspi.get_desktop(0), wanted)
        if found is not None and action == "press":
            found.get_action_iface().do_action(0)
        done = found is not None
    except GLib.Error:
        pass  # The page has changed in the meantime.
    time.sleep(0.2)
