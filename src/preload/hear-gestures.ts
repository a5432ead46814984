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
