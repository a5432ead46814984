import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import { app, type Session } from 'electron';

/** What the window offers to save goes to the person's downloads under a name that is free there, and they are told. */
export function saveDownloads(session: Session, tell: (tone: 'info' | 'warning', text: string) => void): void {
  // Two that begin together must not choose the same name: neither is on the disk yet.
  const taken = new Set<string>();
  session.on('will-download', (_event, item) => {
    const path = freePath(app.getPath('downloads'), item.getFilename(), taken);
    taken.add(path);
    item.setSavePath(path);
    item.once('done', (_done, state) => {
      taken.delete(path);
      if (state === 'completed') tell('info', `“${parse(path).base}” is in your Downloads folder.`);
      else if (state === 'interrupted') {
        tell('warning', `“${parse(path).base}” could not be saved. Check that the disk has room, then try again.`);
      }
    });
  });
}

function freePath(folder: string, fileName: string, taken: ReadonlySet<string>): string {
  const { name, ext } = parse(fileName);
  let path = join(folder, fileName);
  for (let number = 1; existsSync(path) || taken.has(path); number += 1)
    path = join(folder, `${name} (${number})${ext}`);
  return path;
}
