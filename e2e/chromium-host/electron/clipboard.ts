import { record } from './record.ts';
import { StrictObject } from './strict.ts';
import { windowList } from './window-list.ts';

/** Puts `text` on the clipboard that Chromium's windows use, as if the person had copied it there. */
const copyInPage = (text: string): string => `(() => {
  const put = (event) => {
    event.clipboardData.setData('text/plain', ${JSON.stringify(text)});
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('copy', put, { capture: true, once: true });
  document.execCommand('copy');
  removeEventListener('copy', put, { capture: true });
})()`;

/** Reading gives what the app wrote last: a page may not read the desktop's clipboard. */
class Clipboard extends StrictObject {
  #text = '';

  async writeText(text: string): Promise<void> {
    this.#text = text;
    record({ kind: 'clipboard', text });
    const [window] = [windowList.focused(), ...windowList.all()].filter((candidate) => candidate !== null);
    await window?.webContents.executeJavaScript(copyInPage(text), true).catch(() => undefined);
  }

  async readText(): Promise<string> {
    return this.#text;
  }

  clear(): void {
    this.#text = '';
  }

  async has(mimetype: string): Promise<boolean> {
    return mimetype === 'text/plain' && this.#text !== '';
  }
}

export const clipboard = new Clipboard();
