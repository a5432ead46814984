import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordRow } from '../../../shared/bridge/records.ts';
import type { IndexedRecord } from '../query/indexed-record.ts';
import type { TokenNames } from '../query/tokens.ts';
import type { RecordSheet } from './csv.ts';
import { jsonRecord } from './json-record.ts';

/** Rows between two looks at whether the export is still wanted. */
const ROWS_AT_ONCE = 2_000;

export type Exported = {
  readonly entries: readonly IndexedRecord[];
  readonly tokens: TokenNames;
  readonly rowOf: (entry: IndexedRecord) => RecordRow;
};

/** `sheet`: how rows become a table; null for a file of whole records as JSON. */
export type ExportFile = { readonly path: string; readonly sheet: RecordSheet | null };

/** Writes records into a file. False when `isWanted` said no: then there is no file. Rejects when the disk does. */
export async function writeExport(
  { entries, tokens, rowOf }: Exported,
  { path, sheet }: ExportFile,
  onProgress: (done: number) => void,
  isWanted: () => boolean,
): Promise<boolean> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: 1024 * 1024 });
  const ended = finished(file);
  // Told again by what is awaited below.
  ended.catch(() => undefined);
  const discard = async (): Promise<void> => {
    file.destroy();
    // A file that is still being opened would come after it was removed.
    await ended.catch(() => undefined);
    await rm(path, { force: true });
  };
  try {
    const say = async (text: string): Promise<void> => {
      if (!file.write(text)) await Promise.race([once(file, 'drain'), ended]);
    };
    await say(sheet === null ? '[' : sheet.head());
    for (let start = 0; start < entries.length; start += ROWS_AT_ONCE) {
      await nextTurn();
      if (!isWanted()) {
        await discard();
        return false;
      }
      const some = entries.slice(start, start + ROWS_AT_ONCE);
      if (sheet !== null) await say(sheet.rows(some.map(rowOf)));
      else await say(some.map((entry, at) => `${start + at === 0 ? '' : ','}\n${jsonRecord(entry, tokens)}`).join(''));
      onProgress(start + some.length);
    }
    file.end(sheet === null ? '\n]\n' : '');
    await ended;
    return true;
  } catch (error) {
    await discard();
    throw error;
  }
}
