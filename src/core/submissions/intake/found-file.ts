import { basename, join } from 'node:path';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { type FileFacts, type FileProblem, isMadeUp } from '../../files/index.ts';
import { fileFailure } from './file-failure.ts';

/** A file found under what was dropped, or the reason why it can't be sent. */
export type Found = {
  /** Without links: from now on none may stand in it. */
  readonly path: string;
  /** As it was dropped, where that is another. */
  readonly droppedPath: string | null;
  readonly name: string;
  readonly folder: string | null;
  readonly size: number | null;
  readonly mtimeNs: string | null;
  readonly seenAs: { readonly inode: bigint; readonly ctimeNs: bigint } | null;
  readonly state: SubmissionState;
};

/** Receives what was found, in pieces, so that the first rows need not wait for the last. */
export type FoundSink = (found: readonly Found[]) => Promise<void>;

/** Where something really is, and where it is for the person who dropped it. */
export type Place = { readonly path: string; readonly dropped: string };

export function within({ path, dropped }: Place, name: string): Place {
  return { path: join(path, name), dropped: join(dropped, name) };
}

export function describeFile({ path, dropped }: Place, folder: string | null, seen: FileFacts | FileProblem): Found {
  const file = { path, droppedPath: dropped === path ? null : dropped, name: basename(dropped), folder };
  if (seen.kind === 'unreadable') {
    const reason = fileFailure(seen.code, seen.detail);
    return { ...file, size: null, mtimeNs: null, seenAs: null, state: { kind: 'rejected', reason } };
  }
  const reason = refusalOf(path, seen);
  return {
    ...file,
    size: Number.isSafeInteger(seen.size) ? seen.size : null,
    mtimeNs: seen.mtimeNs.toString(),
    seenAs: { inode: seen.inode, ctimeNs: seen.ctimeNs },
    state: reason === null ? { kind: 'waiting' } : { kind: 'rejected', reason },
  };
}

function refusalOf(path: string, { kind, size }: FileFacts): Failure | null {
  if (kind === 'link') return { code: 'link' };
  if (isMadeUp(path)) return { code: 'file-made-up' };
  if (kind !== 'file') return { code: 'not-a-file' };
  if (!Number.isSafeInteger(size)) return { code: 'file-too-large' };
  return size === 0 ? { code: 'empty-file' } : null;
}
