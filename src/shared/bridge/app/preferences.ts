import { changedPreferences } from '../../preferences.ts';
import { call } from '../call/call.ts';

/** The folder that all goes to that is saved for the person. */
export type DownloadsChoice = {
  readonly path: string;
  /** It is the system's own, and not one that the person chose. */
  readonly isStandard: boolean;
  readonly isThere: boolean;
};

/** What the person has chosen. The page gets how it looks with its first line, so that it never looks otherwise first. */
export const preferenceCalls = {
  'preferences.change': call({ changed: changedPreferences }),
  'preferences.downloads': call({}).answering<DownloadsChoice>(),
  /** Main asks the person in the system's own dialog: no page names a folder. */
  'preferences.chooseDownloads': call({}).atMost(1).answering<DownloadsChoice>(),
  'preferences.useStandardDownloads': call({}).answering<DownloadsChoice>(),
} as const;
