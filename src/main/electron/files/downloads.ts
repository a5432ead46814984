import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { app, type Session } from 'electron';
import { failure, type Result, success } from '../../../shared/bridge/failure.ts';
import { freePath, harmlessName } from './file-names.ts';

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

/** Nobody looks for more of them than this. */
const MOST_REMEMBERED = 200;

export type SavedFiles = ReturnType<typeof createSavedFiles>;

/** What was saved for the person since the start. The window asks for each by an id and never learns, or says, a path. */
export function createSavedFiles(showInFolder: (path: string) => void) {
  const paths = new Map<string, string>();

  return {
    /** The id under which it can be shown. */
    remember(path: string): string {
      const id = randomUUID();
      paths.set(id, path);
      const [oldest] = paths.keys();
      if (oldest !== undefined && paths.size > MOST_REMEMBERED) paths.delete(oldest);
      return id;
    },

    /** Shows it in the system's own file manager. Error: `file-gone`. */
    show(id: string): Result<null> {
      const path = paths.get(id);
      if (path === undefined || !existsSync(path)) {
        return failure({
          code: 'file-gone',
          message: 'This file is not where it was saved any more: it was moved, renamed or deleted.',
        });
      }
      showInFolder(path);
      return success(null);
    },
  };
}
