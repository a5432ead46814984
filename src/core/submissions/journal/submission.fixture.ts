import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import type { StoredSubmission } from './submission.ts';

/** A file of account `a` with default values. */
export function submission(id: number, size: number, state: SubmissionState, batch = 1): StoredSubmission {
  return {
    id,
    accountId: 'a',
    path: `/f/${id}`,
    droppedPath: null,
    name: `${id}`,
    folder: null,
    size,
    mtimeNs: '1',
    seenAs: { inode: 1n, ctimeNs: 1n },
    addedAt: '2026-05-03T12:00:00.000Z',
    keccak256: null,
    blake2b256: null,
    sha256: null,
    attempts: 0,
    cost: null,
    settlement: null,
    batch,
    turn: 0,
    submitAnyway: false,
    beyondLimit: false,
    agreedSubmissions: null,
    wish: null,
    partOf: null,
    partSize: null,
    content: 'file',
    files: null,
    encryption: null,
    appId: null,
    parts: null,
    loads: null,
    state,
  };
}
