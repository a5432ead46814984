import { StrictObject } from './strict.ts';

/** Native dialogs are beyond Chromium's reach: only the error box, which wants no answer, is there. */
class Dialog extends StrictObject {
  showErrorBox(title: string, content: string): void {
    console.error(`${title}\n${content}`);
  }
}

export const dialog = new Dialog();
