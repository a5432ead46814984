import type { ManifestPathProblem, manifestFailures, SliceProblem } from '../../../failures/retrieval-failures.ts';
import { visibleName } from '../../../text.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

const askAgain = 'Nothing was saved. Ask whoever submitted it for another copy.';

export const manifestMessages: FailureMessages<keyof typeof manifestFailures> = {
  'not-a-manifest':
    'These bytes are not a manifest, so nothing can be put together from them. Check the submission id.',
  'manifest-version': 'This was submitted with a newer Dropslip. Update Dropslip, then try again.',
  'manifest-too-large': ({ most }) =>
    `The manifest is larger than any that Dropslip reads (${most} bytes). ${askAgain}`,
  'manifest-too-long': ({ most }) => `The manifest names more than ${most} parts or files. ${askAgain}`,
  'manifest-damaged': `The manifest is damaged: something in it is missing or not what it must be. ${askAgain}`,
  'manifest-ambiguous': `The manifest says something in two ways, so nobody knows which one is meant. ${askAgain}`,
  'manifest-size': `The manifest has a size that cannot be. ${askAgain}`,
  'manifest-slices': ({ what, why }) => `${slices[why](what)} ${askAgain}`,
  'manifest-digest': `The manifest has a digest that is none, so nothing could be checked by it. ${askAgain}`,
  'manifest-submission-id': `The manifest has a submission id that is none. ${askAgain}`,
  'manifest-path': ({ path, why }) => `${paths[why](`“${visibleName(path)}”`)} ${askAgain}`,
  'manifest-path-twice': ({ path }) => `Two files in the manifest are both called “${visibleName(path)}”. ${askAgain}`,
  'manifest-path-within': ({ path }) =>
    `“${visibleName(path)}” lies within what the manifest says is a file or an empty folder. ${askAgain}`,
  'manifest-endless': ({ why }) => `${endless[why]} ${askAgain}`,
};

const slices: { readonly [Why in SliceProblem]: (what: 'parts' | 'files') => string } = {
  overlap: (what) => `Two of the ${what} in the manifest lie over each other.`,
  gap: (what) => `Between the ${what} in the manifest something is missing.`,
  short: (what) => `The ${what} in the manifest are less than the whole.`,
  beyond: (what) => `The ${what} in the manifest are more than the whole.`,
};

const paths: { readonly [Why in ManifestPathProblem]: (path: string) => string } = {
  absolute: (path) => `The manifest names a place outside its own folder: ${path}.`,
  backslash: (path) => `The manifest has a name with a backslash in it, which leads elsewhere on Windows: ${path}.`,
  dots: (path) => `The manifest names a place outside its own folder: ${path}.`,
  'empty-name': () => 'The manifest has a file or folder without a name.',
  nul: (path) => `The manifest has a name that no system can take: ${path}.`,
  'not-text': (path) => `The manifest has a name that is not text: ${path}.`,
  slash: (path) => `The manifest has a folder where a name must be: ${path}.`,
  'too-long': () => 'The manifest has a name that is longer than any system takes.',
};

const endless = {
  circle: 'The manifest is made of itself.',
  deep: 'The manifest leads from one manifest to the next without end.',
} as const;
