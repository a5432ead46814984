import type { AddAnswer } from '../../../shared/bridge/submissions.ts';
import { type Result, success } from '../../../shared/failures/failure.ts';
import type { Drops } from './drops.ts';

/** Drops paths as a user who wants separate, public files. */
export async function dropPaths(drops: Drops, accountId: string, paths: readonly string[]): Promise<Result<AddAnswer>> {
  const weighed = await drops.weigh(accountId, paths, 'if-needed');
  if (!weighed.ok) return weighed;
  if (weighed.value.kind === 'added') return success(weighed.value.answer);
  const how = { folders: 'separate', keepsTimes: true, readers: { kind: 'public' }, remember: false } as const;
  return drops.answer(weighed.value.dropId, how);
}
