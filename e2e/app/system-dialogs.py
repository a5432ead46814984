"""Reads or answers the GTK dialog of an app, over AT-SPI: `read`, `press BUTTON` or `choose PATH`."""

import json
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

DIALOGS = (Atspi.Role.ALERT, Atspi.Role.DIALOG, Atspi.Role.FILE_CHOOSER)


def children(node):
    return filter(None, map(node.get_child_at_index, range(node.get_child_count())))


def within(node, role):
    """Yields the visible elements of a role, in the order of the screen."""
    if not has_state(node, Atspi.StateType.SHOWING):
        return
    if node.get_role() == role:
        yield node
    for child in children(node):
        yield from within(child, role)


def has_state(node, state):
    return node.get_state_set().contains(state)


def open_dialog():
    for app in children(Atspi.get_desktop(0)):
        for window in children(app):
            if window.get_role() in DIALOGS and has_state(window, Atspi.StateType.ACTIVE):
                return window
    return None


def read(dialog):
    """Returns an empty value until a button has the focus, because the dialog is incomplete before."""
    buttons = list(within(dialog, Atspi.Role.PUSH_BUTTON))
    focused = [button.get_name() for button in buttons if has_state(button, Atspi.StateType.FOCUSED)]
    return focused and {
        "text": "\n".join(label.get_name() for label in within(dialog, Atspi.Role.LABEL)),
        "buttons": [button.get_name() for button in buttons],
        "focused": focused[0],
    }


def press(dialog, name):
    buttons = within(dialog, Atspi.Role.PUSH_BUTTON)
    return any(button.do_action(0) for button in buttons if button.get_name() == name)


def choose(dialog, path):
    """Types a slash to show the path field, then presses the default button, which accepts the path."""
    fields = list(within(dialog, Atspi.Role.TEXT))
    if not fields:
        subprocess.run(["xdotool", "key", "slash"], check=True)
        return False
    fields[0].set_text_contents(path)
    buttons = within(dialog, Atspi.Role.PUSH_BUTTON)
    return any(button.do_action(0) for button in buttons if has_state(button, Atspi.StateType.IS_DEFAULT))


command, *arguments = sys.argv[1:]
done = None
while not done:
    try:
        shown = open_dialog()
        done = shown and {"read": read, "press": press, "choose": choose}[command](shown, *arguments)
    except GLib.Error:
        pass  # The dialog changed while it was read.
    if not done:
        time.sleep(0.05)
print(json.dumps(done))
