import { join, sep } from 'node:path';
import { originalFs } from '../../files/index.ts';
import { type Manifest, type Naming, thisPlatform, writtenPaths } from '../../manifest/index.ts';
import type { TargetFile } from './target-files.ts';

const { mkdirSync, utimesSync } = originalFs;

export type Laid = {
  readonly files: readonly TargetFile[];
  /** How many names are others than they were, because this system could not take them. */
  readonly renamed: number;
  /** Makes the folder itself, and those in it that nothing else is in. */
  readonly makeFolders: (root: string) => void;
  /** Sets the times that were kept, of a folder's files in it, of a single file on itself. */
  readonly setTimes: (root: string) => void;
};

type Tree = Pick<Manifest, 'kind' | 'files' | 'folders'>;

/** `folder`: the absolute path that all of it is written below, which counts where a whole path must not be too long. */
export function layOut({ kind, files, folders }: Tree, folder: string, naming: Naming): Laid {
  const { written, renamed } = writtenPaths(
    [...files.map(({ path }) => path), ...folders],
    thisPlatform,
    folder,
    naming,
  );
  const places = written.map((path) => path.split('/').join(sep));
  const laid = files.map(({ offset, size }, at) => ({ path: places[at] ?? '', offset, size }));
  return {
    files: laid,
    renamed: kind === 'folder' ? renamed.length : 0,
    makeFolders: (root) => {
      mkdirSync(root, { recursive: true });
      for (const place of places.slice(files.length)) mkdirSync(join(root, place), { recursive: true });
    },
    setTimes: (root) => {
      for (const [at, { modified }] of files.entries()) {
        const path = kind === 'folder' ? join(root, places[at] ?? '') : root;
        if (modified !== null) setTime(path, new Date(modified));
      }
    },
  };
}

/** A time that the disk does not take is not worth the file. */
function setTime(path: string, time: Date): void {
  try {
    utimesSync(path, time, time);
  } catch {
    // As it was written, then.
  }
}
