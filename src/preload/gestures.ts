/**
 * Hears of the files that a person gives to this window: dropped or pasted. To be called before the page has any script:
 * its listeners come first then, and what a script makes up (`isTrusted` is false) is passed over.
 */
export function hearGestures(onFiles: (files: FileList) => void): void {
  const hear = (type: string, listener: (event: Event) => void): void =>
    addEventListener(type, (event) => event.isTrusted && listener(event), { capture: true });

  // What is dragged from this page carries what its scripts put there, files among it: no person gives them.
  let isOwnDrag = false;
  hear('dragstart', () => {
    isOwnDrag = true;
  });
  const end = (): void => {
    isOwnDrag = false;
  };
  hear('dragend', end);
  // What was dragged may be gone from the page, and then its drag ends unheard.
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
 * The system's own dialog for files. Its input belongs to the preload alone: it is in no document, so the page can neither
 * reach nor hear it, and its `change` means that a person has chosen. Of an input that a page can reach it means nothing: a
 * page gets a trusted `change` by `click()` on a checkbox that it turns into a file input meanwhile.
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
   * `what` is a `FileChoice`, or whatever else the page says: one file then. None when the person gives none; of a folder one of
   * its files, and none of an empty one.
   */
  choose(what: unknown): Promise<readonly File[]> {
    // A page that asks anew waits for the earlier answer no more.
    this.#settle([]);
    return new Promise((resolve) => {
      this.#settle = resolve;
      // Without it Chromium opens no dialog, and says nothing either.
      if (!navigator.userActivation.isActive) {
        resolve([]);
        return;
      }
      const input = document.createElement('input');
      input.type = 'file';
      input.multiple = what === 'files';
      input.webkitdirectory = what === 'folder';
      if (what === 'receipt') input.accept = '.slip,.json,application/json';
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
