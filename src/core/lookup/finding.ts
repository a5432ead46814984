import { type LookupKeys, type Match, noKeys } from '../../shared/bridge/lookup.ts';
import { type Result, success } from '../../shared/failures/failure.ts';
import { type Hit, nameWords, type Records } from '../records/index.ts';
import type { Kept } from './kept.ts';

/** What was found, and by which keys: as the text stands, or without its decoration. */
type Found = { readonly keys: LookupKeys; readonly hits: readonly Hit[] };

/**
 * Finds what fits a text. It comes first as it stands: a file may be called `3. letter.txt`. Without what a list or a path puts
 * around it, it is looked for where that finds nothing, or only something that has it as a part while this is exactly a name.
 */
export async function find(records: Pick<Records, 'find'>, keys: LookupKeys, limit: number): Promise<Result<Found>> {
  const asItStands = await records.find(keys, limit);
  if (!asItStands.ok) return asItStands;
  const hits = asItStands.value;
  if (keys.undecorated === null || hits.some(({ isExact }) => isExact)) return success({ keys, hits });
  const plain = undecoratedKeys(keys);
  const found = await records.find(plain, limit);
  if (!found.ok) return found;
  const isBetter = hits.length === 0 || found.value.some(({ isExact }) => isExact);
  return success(isBetter ? { keys: plain, hits: found.value } : { keys, hits });
}

/** What a text asks for without its decoration, where it has any. */
export const undecoratedKeys = (keys: LookupKeys): LookupKeys =>
  keys.undecorated === null ? keys : { ...noKeys, ...keys.undecorated };

/** What is kept under the first of these names that is one, with its ending or without; of a name's parts, nothing. */
export async function findNamed(
  records: Pick<Records, 'find'>,
  kept: Pick<Kept, 'match'>,
  names: readonly string[],
  limit: number,
): Promise<readonly Match[]> {
  for (const name of names) {
    const keys = { ...noKeys, name };
    const found = await records.find(keys, limit);
    const hits = found.ok ? found.value : [];
    const exact = hits.filter(({ isExact }) => isExact);
    const matches = (exact.length > 0 ? exact : hits).flatMap((hit) => kept.match(hit, keys) ?? []);
    const named = matches.filter(({ submission }) => submission !== null && isNameOf(submission.name, name));
    if (named.length > 0) return named;
  }
  return [];
}

function isNameOf(fileName: string, name: string): boolean {
  const asked = nameWords(name).join(' ');
  return [fileName, fileName.replace(/\.[^.\s]{1,8}$/, '')].some((one) => nameWords(one).join(' ') === asked);
}
