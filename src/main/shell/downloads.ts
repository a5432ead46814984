import { basename } from 'node:path';
import { app, type Session } from 'electron';
import { freePath } from './free-path.ts';

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
      if (state === 'completed') tell('info', `“${basename(path)}” is in your Downloads folder.`);
      else if (state === 'interrupted') {
        tell('warning', `“${basename(path)}” could not be saved. Check that the disk has room, then try again.`);
      }
    });
  });
}
