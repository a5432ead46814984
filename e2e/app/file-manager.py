"""Shows a window like a file manager's: the user can drag PATH... out of it, and paste them.

Usage: file-manager.py PATH...

Prints a line once the window is shown and the files are on the clipboard.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gio, Gtk  # noqa: E402

addresses = [Gio.File.new_for_path(path).get_uri() for path in sys.argv[1:]]
uri_list = Gtk.TargetEntry.new("text/uri-list", 0, 0)


def hand_over(*event):
    data = next(part for part in event if isinstance(part, Gtk.SelectionData))
    data.set_uris(addresses)


def copy(window, _event):
    Gtk.selection_add_target(window, Gdk.SELECTION_CLIPBOARD, Gdk.Atom.intern("text/uri-list", False), 0)
    Gtk.selection_owner_set(window, Gdk.SELECTION_CLIPBOARD, Gdk.CURRENT_TIME)
    print("shown", flush=True)


window = Gtk.Window(title="File manager")
window.set_default_size(200, 200)
window.set_keep_above(True)
window.move(0, 0)
window.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [uri_list], Gdk.DragAction.COPY)
window.connect("drag-data-get", hand_over)
window.connect("selection-get", hand_over)
window.connect("map-event", copy)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
