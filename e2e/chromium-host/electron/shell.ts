import { record } from './record.ts';
import { StrictObject } from './strict.ts';

/** Opens nothing: it says what would be opened, and keeps a record for tests. */
class Shell extends StrictObject {
  async openExternal(url: string): Promise<void> {
    if (!URL.canParse(url)) throw new Error('Invalid URL');
    record({ kind: 'open-external', url });
    console.error(`The Chromium host opens nothing outside its windows; to be opened: ${url}`);
  }

  async openPath(path: string): Promise<string> {
    record({ kind: 'open-path', path });
    return '';
  }

  showItemInFolder(path: string): void {
    record({ kind: 'show-item-in-folder', path });
  }

  beep(): void {
    record({ kind: 'beep' });
  }
}

export const shell = new Shell();
