import { z } from 'zod';
import { passphraseProblems } from '../passphrase.ts';
import { savingProblem } from './saving-problem.ts';

/** What keeps a text from being the path of a file in a manifest, or its name. */
const manifestPathProblems = [
  'absolute',
  'backslash',
  'dots',
  'empty-name',
  'nul',
  'not-text',
  'slash',
  'too-long',
] as const;
export type ManifestPathProblem = (typeof manifestPathProblems)[number];

/** How ranges that are to be a whole, one behind the other, are not. */
const sliceProblems = ['overlap', 'gap', 'short', 'beyond'] as const;
export type SliceProblem = (typeof sliceProblems)[number];

/** Of what lists the parts of something, which came from a service and was perhaps written by anybody. */
export const manifestFailures = {
  'not-a-manifest': null,
  'manifest-version': null,
  /** `most` bytes. */
  'manifest-too-large': z.object({ most: z.number() }),
  /** `most` parts, files or folders. */
  'manifest-too-long': z.object({ most: z.number() }),
  'manifest-damaged': null,
  'manifest-ambiguous': null,
  'manifest-size': null,
  'manifest-slices': z.object({ what: z.enum(['parts', 'files']), why: z.enum(sliceProblems) }),
  'manifest-digest': null,
  'manifest-submission-id': null,
  'manifest-path': z.object({ path: z.string(), why: z.enum(manifestPathProblems) }),
  'manifest-path-twice': z.object({ path: z.string() }),
  'manifest-path-within': z.object({ path: z.string() }),
  'manifest-endless': z.object({ why: z.enum(['circle', 'deep']) }),
} as const;

const madeFiles = z.object({ what: z.enum(['encrypted-copy', 'decrypted-file']) });

const foreignKey = z.object({ why: z.enum(['plugin', 'ssh']) }).optional();

export const encryptionFailures = {
  'encrypted-cut-off': null,
  'encrypted-damaged': null,
  'encryption-stopped': null,
  /** `why`: keys of other programs, which are known but not taken. */
  'identity-not-valid': foreignKey,
  'key-kept': null,
  'key-needed': null,
  'key-not-kept': null,
  'key-not-saved': z.object({ why: savingProblem }),
  'no-room': madeFiles,
  'not-encrypted': null,
  'passphrase-kept': null,
  'passphrase-needed': null,
  'passphrase-not-valid': z.object({ problem: z.enum(passphraseProblems) }),
  'passphrase-too-costly': null,
  'private-file-not-written': madeFiles,
  'passphrase-lost': null,
  'recipient-not-valid': foreignKey,
  'recipient-known': null,
  'recipient-missing': null,
  'too-many-recipients': z.object({ most: z.number() }),
  'wrong-key': null,
  'wrong-passphrase': null,
} as const;

export const retrievalFailures = {
  /** The bytes that came are not those that were submitted. `part`: of so many, from 1; null where it is not in parts. */
  'bytes-differ': z.object({
    what: z.enum(['submission', 'part', 'file', 'whole']),
    name: z.string().nullable(),
    part: z.number().nullable(),
    parts: z.number().nullable(),
    /** Who gave them last, and what else could give them: no node is set, or it was asked as well. */
    from: z.enum(['service', 'network']),
    network: z.enum(['not-set', 'asked']),
  }),
  /** In a block, and the service has them no more. */
  'bytes-gone': null,
  'decrypted-differs': null,
  'no-downloads-folder': null,
  /** On the disk of the app's own folder, in which a download is put together. */
  'no-room-for-download': null,
  'no-room-in-downloads': null,
  'not-in-block': null,
  'not-retrieved': null,
  'retrieval-declined': null,
  'retrieval-gone': null,
  'retrieval-not-written': null,
  'saved-gone': null,
  /** By the service, before it was in a block. */
  'too-many-retrievals': z.object({ most: z.number() }),
} as const;
