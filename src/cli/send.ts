import { resolve } from 'node:path';
import { splitTeamAddress } from '../core/team/index.ts';
import { readsRecords } from '../shared/account.ts';
import { compareDecimals, parseDecimal } from '../shared/amounts.ts';
import type { Account } from '../shared/bridge/accounts.ts';
import type { DropReaders, WeighedDrop } from '../shared/bridge/drops.ts';
import type { CostEstimate, Submission } from '../shared/bridge/submissions.ts';
import { accountProblemWords } from '../shared/messages/accounts.ts';
import { failureMessage } from '../shared/messages/failures/failure-message.ts';
import { addNoteWords, estimateWords, leftOutWords, waitingWords } from '../shared/messages/submissions.ts';
import { connectionWords } from '../shared/messages/team.ts';
import { sizeUnitsOf, sizeWords } from '../shared/sizes.ts';
import { quoted, rowText } from '../shared/text.ts';
import { accountNamed } from './accounts.ts';
import { type Client, OwnerLost } from './client.ts';
import { type Place, withEngine } from './connection.ts';
import { CommandError, cancelled, type Exit, unlessCancelled } from './exit.ts';
import { firstLine, mustExist, textOf } from './named-files.ts';
import { amountOf, type Output } from './output.ts';
import { deskThatClaims, type EndedRow, type FollowOptions, RowFollower, type Status } from './rows.ts';
import { askYesOrNo, hasTerminal } from './terminal.ts';

export type SendOptions = {
  readonly account?: string;
  /** Folders are submitted as one submission each. */
  readonly together: boolean;
  readonly private: boolean;
  /** age public keys. */
  readonly to: readonly string[];
  readonly passphraseFile?: string;
  /** Decimal text in the unit of the paying token. */
  readonly limit?: string;
  readonly wait: boolean;
  readonly again: boolean;
  readonly yes: boolean;
  /** A file with one path in each line; `-` for standard input. */
  readonly fromList?: string;
  readonly appId?: string;
  /** Seconds. */
  readonly patience: number;
};

/** Submits files and folders, and returns once each has a result. */
export async function send(
  place: Place,
  output: Output,
  given: readonly string[],
  options: SendOptions,
  cancel: AbortSignal,
): Promise<Exit> {
  const paths = await existing([...given, ...(await listed(options.fromList))]);
  const readers = await chosenReaders(options);
  let follower: RowFollower | null = null;
  const ended: EndedRow[] = [];
  await withEngine(place, 'work', async (client) => {
    if (follower === null) {
      await mustBelongToGivenTeam(client);
      const account = await accountNamed(client, options.account);
      if (options.wait && !readsRecords(account)) {
        const message = `“${account.name}” cannot read the service’s records: it has no access token. Leave out --wait.`;
        throw new CommandError('usage', 'wait-impossible', message);
      }
      refuseBlocked(account);
      const ids = await add(client, output, account, paths, readers, options, cancel);
      // If the owner ends from here on, the next one goes on with these rows.
      const teamWait = new TeamWait(output, options.patience * 1_000);
      follower = follow(ids, output, options, ended, async (at) => {
        refuseBlocked(await accountNamed(at, account.id));
        if (account.kind === 'service') await teamWait.look(at);
      });
    }
    await follower.follow(client, cancel).finally(() => discardUnsent(client, ended));
  })
    .catch((error: unknown) => {
      if (follower !== null) report(output, ended, error instanceof CommandError ? error.exit : 'failed');
      throw error;
    })
    .finally(() => output.progress(''));
  return report(output, ended, cancel.aborted ? 'cancelled' : null);
}

/** Without `--again` a second attempt pays for nothing twice. */
const AGAIN_IN_DOUBT =
  'Dropslip ended while it added the files, and may have added them. Look with dropslip find before you use --again again.';

/** Throws if the account cannot submit before the user acts. */
function refuseBlocked({ name, trouble }: Account): void {
  if (trouble?.blocks === true)
    throw new CommandError('failed', trouble.kind, `${name}: ${accountProblemWords(trouble)}`);
}

/** Throws if Dropslip already runs, and was started without this command's team: files would be sent without claims. */
async function mustBelongToGivenTeam(client: Client): Promise<void> {
  const given = splitTeamAddress(process.env.DROPSLIP_TEAM ?? '');
  if (!given.ok) return;
  const team = await client.call('team.status', {});
  if (team?.address === given.value.address) return;
  const message =
    'The Dropslip that runs does not belong to the team that DROPSLIP_TEAM names. Restart it with this variable.';
  throw new CommandError('usage', 'team-differs', message);
}

/** Notices that nothing is sent because the team cannot be asked. */
class TeamWait {
  readonly #output: Output;
  readonly #patienceMs: number;
  #since: number | null = null;

  constructor(output: Output, patienceMs: number) {
    this.#output = output;
    this.#patienceMs = patienceMs;
  }

  /** Call while nothing else goes on. Rejects if the database refuses, or was out of reach for too long. */
  async look(client: Client): Promise<void> {
    const team = await client.call('team.status', {});
    if (team === null || team.connection.kind !== 'failed' || team.aloneSince !== null) {
      this.#since = null;
      return;
    }
    const { reason } = team.connection;
    const refusal = `${connectionWords(team)} Nothing more was sent.`;
    // Waiting does not change what the database refuses.
    if (reason.code !== 'team-unreachable') throw new CommandError('failed', reason.code, refusal);
    const words = waitingWords({ kind: 'team' }, Date.now());
    if (this.#since === null && this.#output.isJson)
      this.#output.write({ event: 'waiting', why: 'team', message: words });
    this.#since ??= performance.now();
    this.#output.progress(words);
    if (performance.now() - this.#since >= this.#patienceMs)
      throw new CommandError('unreachable', reason.code, refusal);
  }
}

/** Asks about the price and adds the rows. Returns their ids. */
async function add(
  client: Client,
  output: Output,
  account: Account,
  paths: readonly string[],
  chosen: DropReaders | null,
  options: SendOptions,
  cancel: AbortSignal,
): Promise<readonly number[]> {
  const readers = chosen ?? (await standardReaders(client, account));
  const { dropId } = await client.call('drops.prepare', {
    accountId: account.id,
    paths: [...paths],
    readers,
  });
  let isAsked = false;
  try {
    const drop = await unlessCancelled(client.call('drops.weighed', { dropId }), cancel);
    const way = options.together ? drop.ways.together : drop.ways.separate;
    if (drop.files === 0) {
      const why = drop.notes.map(addNoteWords).join(' ');
      throw new CommandError('usage', 'nothing-to-send', why === '' ? 'There is no file to send.' : why);
    }
    if (way === null) {
      const message = 'There is no folder to keep together, or a folder has too many files. Leave out --together.';
      throw new CommandError('usage', 'not-together', message);
    }
    const price = way.estimate;
    const { address, submitBy } = account;
    output.write({ event: 'price', account: account.name, ...loadOf(drop, way.submissions), price: priceOf(price) });
    await approve(output, account, drop, price, options);
    if (cancel.aborted) throw cancelled();
    isAsked = true;
    const { ids, notes, leftOut } = await client.call('drops.add', {
      dropId,
      folders: options.together ? 'together' : 'separate',
      keepsTimes: true,
      readers,
      remember: false,
      approved: {
        address,
        submitBy,
        cost: price === null ? null : { amount: price.cost.amount, token: price.cost.token },
      },
      ...(options.appId === undefined ? {} : { appId: options.appId }),
    });
    const hidden = leftOutWords(leftOut);
    const words = [...notes.map(addNoteWords), ...(hidden === null ? [] : [hidden])];
    if (words.length > 0) output.write({ event: 'notes', messages: words }, ...words);
    output.write({ event: 'added', files: ids.length });
    return ids;
  } catch (error) {
    if (!(error instanceof OwnerLost)) await client.ask('drops.forget', { dropId });
    else if (isAsked && options.again) throw new CommandError('uncertain', 'owner-lost', AGAIN_IN_DOUBT);
    throw error;
  }
}

function loadOf({ files, bytes }: WeighedDrop, submissions: number) {
  return { files, bytes, submissions };
}

/** Throws unless the user has approved the price: by an option, by a limit, or now on the terminal. */
async function approve(
  output: Output,
  account: Account,
  { files, bytes }: WeighedDrop,
  price: CostEstimate | null,
  { yes, limit }: SendOptions,
): Promise<void> {
  const cost = (): string =>
    price === null ? 'at an unknown price' : `for ${estimateWords(price, output.separators)}`;
  if (limit !== undefined && isBeyond(price, limit)) {
    throw new CommandError(
      'needs-approval',
      'beyond-limit',
      `This would be sent ${cost()}, and your limit is ${limit}.`,
    );
  }
  if (yes || limit !== undefined) return;
  const what = `${files === 1 ? '1 file' : `${files} files`}, ${sizeWords(bytes, sizeUnitsOf(process.platform))}`;
  if (!hasTerminal()) {
    const message = `${what} would be sent ${cost()}. Add --yes, or --limit with an amount that covers it.`;
    throw new CommandError('needs-approval', 'price-not-approved', message);
  }
  if (await askYesOrNo(`Submit ${what} with “${account.name}” ${cost()}?`)) return;
  throw new CommandError('needs-approval', 'declined', 'Nothing was sent.');
}

/** True if the price is above the limit, or not known. */
export function isBeyond(price: CostEstimate | null, limit: string): boolean {
  const most = parseDecimal(limit);
  if (most === null || price === null) return true;
  const { amount, decimals } = price.cost;
  const cost = parseDecimal(amount);
  if (cost === null) return true;
  return compareDecimals({ units: cost.units, scale: cost.scale + (decimals ?? 0) }, most) > 0;
}

function priceOf(price: CostEstimate | null) {
  if (price === null) return null;
  const { cost, accuracy = 'estimated' } = price;
  return { ...amountOf(cost), accuracy };
}

async function standardReaders(client: Client, { id }: Account): Promise<DropReaders> {
  const { standard } = await client.call('encryption.privacy', { accountId: id });
  if (standard === 'passphrase') return { kind: 'passphrase', passphrase: null, keep: false };
  return { kind: standard };
}

/** Null for the standard of the account. */
async function chosenReaders(options: SendOptions): Promise<DropReaders | null> {
  const { to, passphraseFile } = options;
  if (!options.private) {
    if (to.length === 0 && passphraseFile === undefined) return null;
    throw new CommandError(
      'usage',
      'private-missing',
      'Add --private: --to and --passphrase-file are for private files.',
    );
  }
  if (to.length > 0 && passphraseFile !== undefined) {
    throw new CommandError('usage', 'two-readers', 'Use --to or --passphrase-file, not both.');
  }
  if (to.length > 0) return { kind: 'recipients', publicKeys: [...to] };
  if (passphraseFile === undefined) {
    throw new CommandError('usage', 'readers-missing', 'Say who can read it: --to KEY, or --passphrase-file FILE.');
  }
  return { kind: 'passphrase', passphrase: await firstLine(passphraseFile), keep: false };
}

async function listed(file: string | undefined): Promise<readonly string[]> {
  if (file === undefined) return [];
  const { text } = await import('node:stream/consumers');
  const list = file === '-' ? await text(process.stdin) : await textOf(file);
  return list.split(/\r?\n/).filter((line) => line !== '');
}

async function existing(paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) {
    throw new CommandError('usage', 'no-paths', 'Name at least one file or folder: dropslip send PATH…');
  }
  for (const path of paths) await mustExist(path);
  return [...new Set(paths.map((path) => resolve(path)))];
}

function follow(
  ids: readonly number[],
  output: Output,
  options: SendOptions,
  ended: EndedRow[],
  refuse: FollowOptions['refuse'],
): RowFollower {
  const total = ids.length;
  return new RowFollower(ids, {
    waits: options.wait,
    again: options.again,
    approves: options.yes,
    patienceMs: options.patience * 1_000,
    refuse,
    onEnded: (row) => {
      ended.push(row);
      writeFile(output, row);
    },
    onClaimed: ({ submission, path }, desk) => {
      if (!output.isJson) return;
      const { name, size } = submission;
      output.write({ event: 'waiting', why: 'desk', path, name, bytes: size, desk, message: claimWords(desk) });
    },
    onProgress: (open) => output.progress(progressWords(open, total)),
  });
}

export function progressWords(open: readonly Pick<Submission, 'state'>[], total: number): string {
  if (open.length === 0) return '';
  const sending = open.filter(({ state }) => state.kind === 'sending').length;
  const desks = new Set(open.flatMap(({ state }) => deskThatClaims(state) ?? []));
  const waits = desks.size === 0 ? '' : `, waiting for ${[...desks].map((desk) => quoted(rowText(desk))).join(', ')}`;
  return `${total - open.length} of ${total} done, ${sending} being sent${waits}`;
}

function claimWords(desk: string): string {
  return `The desk ${quoted(rowText(desk))} has claimed the same contents and may be submitting them now.`;
}

const statusWords: { readonly [Each in Status]: string } = {
  submitted: 'submitted',
  confirmed: 'confirmed',
  'already-submitted': 'already submitted',
  delayed: 'delayed',
  uncertain: 'uncertain',
  'needs-approval': 'needs your approval',
  failed: 'failed',
  cancelled: 'cancelled',
};

function writeFile(output: Output, { submission, path, outcome }: EndedRow): void {
  const { status, submissionId, reason, approval } = outcome;
  const { name, size } = submission;
  const why = reason === null ? (approval === null ? '' : approvalWords[approval]) : failureMessage(reason);
  output.write(
    {
      event: 'file',
      path,
      name,
      bytes: size,
      status,
      submissionId,
      ...(reason === null ? {} : { code: reason.code, message: why }),
      ...(approval === null ? {} : { code: approval, message: why }),
    },
    [`${path}: ${statusWords[status]}`, submissionId ?? '', why].filter((part) => part !== '').join('  '),
  );
}

const approvalWords = {
  unapproved: 'Its cost is not approved.',
  'beyond-spending-limit': 'It would exceed the spending limit of the account. --yes sends it anyway.',
  'imported-receipt':
    'An imported receipt says that it was submitted, but Dropslip knows no record of it. --again submits it.',
  'since-copy': 'The data was restored from a copy. Open Dropslip, or use --yes, to send files of this account again.',
} as const;

/** Rows that are not sent would stay in the list, and could go out with a later approval. */
async function discardUnsent(client: Client, ended: readonly EndedRow[]): Promise<void> {
  const ids = ended
    .filter(({ submission: { state } }) => state.kind === 'paused' || state.kind === 'cancelled')
    .map(({ submission }) => submission.id);
  if (ids.length === 0) return;
  await client.call('submissions.discard', { ids });
}

/** The exit for each result, the one that the user must know first comes first. */
const exits: readonly (readonly [Status, Exit])[] = [
  ['failed', 'failed'],
  ['needs-approval', 'needs-approval'],
  ['uncertain', 'uncertain'],
  ['delayed', 'uncertain'],
  ['cancelled', 'cancelled'],
];

/** `known`: the exit of the command; null if the results decide it. */
function report(output: Output, ended: readonly EndedRow[], known: Exit | null): Exit {
  const counts = new Map<Status, number>();
  for (const { outcome } of ended) counts.set(outcome.status, (counts.get(outcome.status) ?? 0) + 1);
  const exit = known ?? exits.find(([status]) => counts.has(status))?.[1] ?? 'done';
  const words = [...counts].map(([status, count]) => `${count} ${statusWords[status]}`);
  output.write({ event: 'end', exit, counts: Object.fromEntries(counts) }, `${words.join(', ')}.`);
  return exit;
}
