/**
 * Reports files that the user drops or pastes into this window. Call before the page runs a script, so that these
 * listeners come first. Events made by scripts (`isTrusted` is false) are ignored.
 */
export function hearGestures(onFiles: (files: FileList) => void): void {
  const hear = (type: string, listener: (event: Event) => void): void =>
    addEventListener(type, (event) => event.isTrusted && listener(event), { capture: true });

  // A drag from this page carries data of its scripts, which may include files that the user did not give.
  let isOwnDrag = false;
  hear('dragstart', () => {
    isOwnDrag = true;
  });
  const end = (): void => {
    isOwnDrag = false;
  };
  hear('dragend', end);
  // If the dragged element was removed, its `dragend` is never received.
  hear('pointerdown', end);

  hear('drop', (event) => {
    if (!isOwnDrag && event instanceof DragEvent && event.dataTransfer !== null) onFiles(event.dataTransfer.files);
    end();
  });
  hear('paste', (event) => {
    if (event instanceof ClipboardEvent && event.clipboardData !== null) onFiles(event.clipboardData.files);
  });
}

/**
 * The system's file dialog. Its input element is in no document, so the page can neither reach nor observe it, and its
 * `change` means that the user has chosen. The event of an input that a page can reach proves nothing: a page gets a
 * trusted `change` with `click()` on a checkbox that it turns into a file input.
 */
export class FileChooser {
  readonly #onFiles: (files: FileList) => void;
  readonly #onFolder: (files: FileList) => void;
  #settle: (files: readonly File[]) => void = () => undefined;

  constructor(onFiles: (files: FileList) => void, onFolder: (files: FileList) => void) {
    this.#onFiles = onFiles;
    this.#onFolder = onFolder;
  }

  /**
   * `what` is a `FileChoice`; any other value means one file. Resolves with an empty list if the user cancels. For a
   * folder, resolves with one of its files, or an empty list if it is empty.
   */
  choose(what: unknown): Promise<readonly File[]> {
    // A new question ends the earlier one.
    this.#settle([]);
    return new Promise((resolve) => {
      this.#settle = resolve;
      // Without a recent user action Chromium silently opens no dialog.
      if (!navigator.userActivation.isActive) {
        resolve([]);
        return;
      }
      const input = document.createElement('input');
      input.type = 'file';
      input.multiple = what === 'files' || what === 'receipts';
      input.webkitdirectory = what === 'folder';
      if (what === 'receipt' || what === 'receipts') input.accept = '.slip,.json,application/json';
      input.addEventListener('cancel', () => resolve([]));
      input.addEventListener('change', (event) => {
        if (!event.isTrusted || input.files === null) return;
        if (what === 'folder') this.#onFolder(input.files);
        else this.#onFiles(input.files);
        resolve(what === 'folder' ? [...input.files].slice(0, 1) : [...input.files]);
      });
      input.click();
    });
  }
}
