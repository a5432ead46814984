import type { ManifestPathProblem, manifestFailures, SliceProblem } from '../../../failures/retrieval-failures.ts';
import { visibleName } from '../../../text.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

const askAgain = 'Nothing was saved. Ask the sender for another copy.';

export const manifestMessages: FailureMessages<keyof typeof manifestFailures> = {
  'not-a-manifest': 'This is not a manifest. Check the submission id.',
  'manifest-version': 'This was submitted with a newer Dropslip. Update Dropslip, then try again.',
  'manifest-too-large': ({ most }) => `The manifest is too large (more than ${most} bytes). ${askAgain}`,
  'manifest-too-long': ({ most }) => `The manifest names more than ${most} parts or files. ${askAgain}`,
  'manifest-damaged': `The manifest is damaged. ${askAgain}`,
  'manifest-ambiguous': `The manifest contradicts itself. ${askAgain}`,
  'manifest-size': `The manifest has an impossible size. ${askAgain}`,
  'manifest-slices': ({ what, why }) => `${slices[why](what)} ${askAgain}`,
  'manifest-digest': `The manifest has an invalid digest. ${askAgain}`,
  'manifest-submission-id': `The manifest has an invalid submission id. ${askAgain}`,
  'manifest-path': ({ path, why }) => `${paths[why](`“${visibleName(path)}”`)} ${askAgain}`,
  'manifest-path-twice': ({ path }) => `Two files in the manifest are both called “${visibleName(path)}”. ${askAgain}`,
  'manifest-path-within': ({ path }) =>
    `“${visibleName(path)}” is inside something that the manifest lists as a file or an empty folder. ${askAgain}`,
  'manifest-endless': ({ why }) => `${endless[why]} ${askAgain}`,
};

const slices: { readonly [Why in SliceProblem]: (what: 'parts' | 'files') => string } = {
  overlap: (what) => `Two of the ${what} in the manifest overlap.`,
  gap: (what) => `The ${what} in the manifest have a gap.`,
  short: (what) => `The ${what} in the manifest are smaller than the whole.`,
  beyond: (what) => `The ${what} in the manifest are larger than the whole.`,
};

const paths: { readonly [Why in ManifestPathProblem]: (path: string) => string } = {
  absolute: (path) => `The manifest names a place outside its own folder: ${path}.`,
  backslash: (path) => `The manifest has a name with a backslash, which is a folder on Windows: ${path}.`,
  dots: (path) => `The manifest names a place outside its own folder: ${path}.`,
  'empty-name': () => 'The manifest has a file or folder without a name.',
  nul: (path) => `The manifest has a name that no system allows: ${path}.`,
  'not-text': (path) => `The manifest has a name that is not text: ${path}.`,
  slash: (path) => `The manifest has a folder in place of a name: ${path}.`,
  'too-long': () => 'The manifest has a name that is too long for any system.',
};

const endless = {
  circle: 'The manifest contains itself.',
  deep: 'The manifest leads to other manifests without end.',
} as const;
