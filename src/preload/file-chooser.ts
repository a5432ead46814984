/**
 * The system's own dialog for files. Its input belongs to the preload alone: it is in no document, so the page can neither
 * reach nor hear it, and its `change` means that a person has chosen. Of an input that a page can reach it means nothing: a
 * page gets a trusted `change` by `click()` on a checkbox that it turns into a file input meanwhile.
 */
export class FileChooser {
  readonly #onFiles: (files: FileList) => void;
  #settle: (files: readonly File[]) => void = () => undefined;

  constructor(onFiles: (files: FileList) => void) {
    this.#onFiles = onFiles;
  }

  /** `what` is a `FileChoice`, or whatever else the page says: one file then. None when the person gives none. */
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
      if (what === 'receipt') input.accept = '.json,application/json';
      input.addEventListener('cancel', () => resolve([]));
      input.addEventListener('change', (event) => {
        if (!event.isTrusted || input.files === null) return;
        this.#onFiles(input.files);
        resolve([...input.files]);
      });
      input.click();
    });
  }
}
