/**
 * Hears of the files that a person gives to this window: dropped, pasted, or chosen for a file input. To be called before
 * the page has any script: its listeners come first then, and what a script makes up (`isTrusted` is false) is passed over.
 */
export function hearGestures(onFiles: (files: FileList) => void): void {
  const hear = (type: string, filesOf: (event: Event) => FileList | null | undefined): void =>
    addEventListener(
      type,
      (event) => {
        const files = event.isTrusted ? filesOf(event) : null;
        if (files) onFiles(files);
      },
      { capture: true },
    );
  hear('drop', (event) => (event instanceof DragEvent ? event.dataTransfer?.files : null));
  hear('paste', (event) => (event instanceof ClipboardEvent ? event.clipboardData?.files : null));
  hear('change', ({ target }) => (target instanceof HTMLInputElement && target.type === 'file' ? target.files : null));
}
