import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a changelog (keepachangelog.com) says of a version, without its heading. Throws where it says nothing, for nobody should
 * be offered a version of which they can't learn what is new, and where it has no day for it yet.
 */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  const [heading = '', ...lines] = (section ?? '').split(/\r?\n/);
  // The addresses of versions stand at the file's end, below the last of them.
  const notes = lines.filter((line) => !/^\[[^\]]+\]: /.test(line)).join('\n');
  if (notes.trim() === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading)) throw new Error(`CHANGELOG.md has no day for ${version}.`);
  return `${notes.trim()}\n`;
}

/** What the changelog in a folder says of a version; null where it says nothing yet, as between releases. */
export function notesIfAny(folder: string, version: string): string | null {
  try {
    return notesOf(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'), version);
  } catch {
    return null;
  }
}
