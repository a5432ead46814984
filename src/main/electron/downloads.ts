import { basename } from 'node:path';
import { app, type Session } from 'electron';
import { freePath, harmlessName } from './free-path.ts';

type Listeners = {
  readonly onSaved: (path: string) => void;
  /** What could not be saved, in words for the person. */
  readonly onTrouble: (text: string) => void;
};

/** What the window offers to save goes to the person's downloads under a name that is free there. */
export function saveDownloads(session: Session, { onSaved, onTrouble }: Listeners): void {
  // Two that begin together must not choose the same name: neither is on the disk yet.
  const taken = new Set<string>();
  session.on('will-download', (_event, submission) => {
    const path = freePath(app.getPath('downloads'), harmlessName(submission.getFilename()), taken);
    taken.add(path);
    submission.setSavePath(path);
    submission.once('done', (_done, state) => {
      taken.delete(path);
      if (state === 'completed') onSaved(path);
      else if (state === 'interrupted') {
        onTrouble(`“${basename(path)}” could not be saved. Check that the disk has room, then try again.`);
      }
    });
  });
}
