import { basename } from 'node:path';
import type { DropChoices, WayLoad, WeighedDrop, WeighedFolder } from '../../../shared/bridge/drops.ts';
import type { RateLimiter } from '../../service/index.ts';
import type { SubmissionLoad } from '../content/manifest-size.ts';
import type { HeldCosts } from '../cost/held-costs.ts';
import { shared, sum, together } from './ways.ts';
import type { FoundDrop, FoundFolder } from './weighing.ts';

/** What ways are priced by. */
export type DropPrices = {
  readonly held: Pick<HeldCosts, 'estimate'>;
  readonly rateLimiter: (accountId: string) => Pick<RateLimiter, 'secondsFor'>;
  /** Bytes of a part, as an account's service takes them. */
  readonly partSizeOf: (accountId: string) => number;
};

type Weighed = {
  readonly dropId: number;
  readonly accountId: string;
  readonly isPrivate: boolean;
  readonly found: FoundDrop;
  readonly choices: DropChoices;
};

/** What the person is told of a drop: what is in it, and what it takes in each of the ways that it can go. */
export function weighedDrop(
  prices: DropPrices,
  { dropId, accountId, isPrivate, found, choices }: Weighed,
): WeighedDrop {
  const { folders, leftOut, loose, looseFiles, notes, separate, bytes } = found;
  const partSize = prices.partSizeOf(accountId);
  const names = leftOut.reduce((all, { only }) => all + only.size, 0);
  const hidden = leftOut.reduce((all, { files }) => all + files, 0);
  const wayOf = ({ submissions, bytes: billed }: SubmissionLoad): WayLoad => ({
    submissions,
    estimate: prices.held.estimate(accountId, { files: submissions, bytes: BigInt(billed) }),
    seconds: prices.rateLimiter(accountId).secondsFor(submissions),
  });
  const some = folders.filter(({ files }) => files > 0);
  const canBeKept = some.length > 0 && folders.every(({ entries }) => entries !== null);
  const kept = (way: typeof together): WayLoad | null =>
    canBeKept ? wayOf(sum([loose, ...some.map((folder) => way(folder, partSize))])) : null;
  return {
    dropId,
    accountId,
    isPrivate,
    files: looseFiles + folders.reduce((all, { files }) => all + files, 0),
    bytes,
    looseFiles,
    looseName: found.loosePaths[0] === undefined ? null : basename(found.loosePaths[0]),
    folders: folders.map(described),
    leftOut: { files: hidden, folders: names - hidden },
    notes,
    ways: { separate: wayOf(separate), together: kept(together), shared: kept(shared) },
    choices,
  };
}

function described({ name, files, bytes, entries }: FoundFolder): WeighedFolder {
  const problems = (entries ?? []).filter(({ problem }) => problem !== null);
  const [first] = problems;
  return {
    name,
    files,
    bytes,
    emptyFolders: (entries ?? []).filter(({ kind }) => kind === 'folder').length,
    problems: first?.problem == null ? null : { count: problems.length, path: first.path, why: first.problem },
  };
}
