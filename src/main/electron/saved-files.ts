import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { failure, type Result, success } from '../../shared/bridge/failure.ts';

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
