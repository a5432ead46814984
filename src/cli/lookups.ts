import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { freePath } from '../core/file-names.ts';
import type { Match } from '../shared/bridge/lookup.ts';
import type { ImportedReceipts, Verification } from '../shared/bridge/receipts.ts';
import { noKeys } from '../shared/lookup-keys.ts';
import { failureMessage } from '../shared/messages/failures/failure-message.ts';
import { deskWords, importedWords, importProblems } from '../shared/messages/receipts.ts';
import { costWords } from '../shared/messages/submissions.ts';
import { timeLineWords } from '../shared/messages/time-line.ts';
import { verdictWords } from '../shared/messages/verdicts.ts';
import { readSubmissionId, wholeHashes, wholeIds, withoutPasteMarks } from '../shared/submissions/submission-id.ts';
import { timeLine } from '../shared/submissions/time-line.ts';
import { accountNamed } from './accounts.ts';
import type { Client } from './client.ts';
import { CommandError, type Exit } from './exit.ts';
import { makeFolder, mustExist, notSaved } from './named-files.ts';
import { amountOf, type Output } from './output.ts';

/** Searches the submissions on this computer by id, a part of one, hash, or file name. */
export async function find(client: Client, output: Output, query: string): Promise<Exit> {
  await client.catchUp();
  const { matches, more } = await client.call('lookup.search', keysOf(query));
  for (const match of matches) {
    const { accountId, submissionId, submission, phase, at, why } = match;
    const name = submission?.name ?? null;
    output.write(
      {
        ...{ event: 'match', submissionId, accountId, name, desk: submission?.desk ?? null },
        ...{ state: submission?.state.kind ?? null, phase, at, why },
      },
      [submissionId ?? 'no id yet', name ?? 'no name', stateOf(match), at ?? ''].join('  '),
    );
  }
  if (more) output.say('There are more. Make the query longer.');
  if (matches.length > 0) return 'done';
  const team = await client.call('team.status', {});
  // A colleague's submission may match.
  const why = team?.connection.kind === 'failed' ? ` ${failureMessage(team.connection.reason)}` : '';
  throw new CommandError('failed', 'nothing-found', `Nothing on this computer matches “${query}”.${why}`);
}

function stateOf({ submission, phase }: Match): string {
  return submission?.state.kind ?? phase ?? 'unknown';
}

function keysOf(query: string) {
  const text = withoutPasteMarks(query).trim();
  const [id] = wholeIds(text);
  if (id !== undefined) return { ...noKeys, id, hex: id.replaceAll('-', '') };
  const digits = wholeHashes(text)[0] ?? text.replace(/^0x/i, '').replaceAll('-', '').toLowerCase();
  return { ...noKeys, hex: /^[0-9a-f]{4,64}$/.test(digits) ? digits : null, name: text.slice(0, 500) };
}

/** Shows a submission with all that happened to it. Asks the service for its record if it answers. */
export async function show(
  client: Client,
  output: Output,
  typed: string,
  options: { readonly account?: string; readonly offline: boolean },
): Promise<Exit> {
  const submissionId = idOf(typed);
  await client.catchUp();
  const account = await accountNamed(client, options.account);
  const here = await client.ask('lookup.kept', { accountId: account.id, submissionId });
  const accountId = here.ok ? here.value.accountId : account.id;
  const asked = options.offline ? null : await client.ask('lookup.ask', { accountId, submissionId });
  const isKnown = here.ok && (here.value.record !== null || here.value.submission !== null);
  if (!isKnown && asked?.ok !== true) {
    const error = asked?.ok === false ? asked.error : ({ code: 'unknown-submission' } as const);
    throw new CommandError('failed', error.code, failureMessage(error));
  }
  const kept = here.ok ? here.value : null;
  const record = asked?.ok === true ? asked.value.record : (kept?.record ?? null);
  const cost = (asked?.ok === true ? asked.value.cost : null) ?? kept?.cost ?? null;
  const submission = kept?.submission ?? null;
  const entries = timeLine({
    addedAt: submission?.addedAt ?? null,
    attempts: kept?.attempts ?? [],
    settlement: kept?.settlement ?? null,
    record,
    confirmedAt: submission?.state.kind === 'confirmed' ? submission.state.at : null,
    cost,
    network: null,
    downloads: [],
  });
  const when = (instant: string): string => instant;
  const lines = entries.map((entry) => {
    const { title, text } = timeLineWords(entry, { when, separators: output.separators });
    return { at: entry.at, title, text };
  });
  output.write(
    {
      event: 'submission',
      submissionId,
      accountId,
      name: submission?.name ?? null,
      desk: submission?.desk ?? null,
      bytes: submission?.size ?? null,
      state: submission?.state.kind ?? null,
      phase: record?.phase ?? null,
      cost: cost === null ? null : amountOf(cost),
      record,
      /** True if the service has just answered. */
      isCurrent: asked?.ok === true,
      timeLine: lines,
    },
    `${submission?.name ?? 'No name on this computer'}  ${submissionId}`,
    ...(submission?.desk === undefined ? [] : [deskWords(submission.desk)]),
    ...(cost === null ? [] : [`Cost: ${costWords(cost, output.separators)}`]),
    ...lines.map(
      ({ at, title, text }) => `${at ?? '                        '}  ${title}${text === '' ? '' : `: ${text}`}`,
    ),
  );
  if (asked?.ok === false) output.say(failureMessage(asked.error));
  return 'done';
}

/** Returns a submission id that the user typed. */
export function idOf(typed: string): string {
  const id = readSubmissionId(typed);
  if (id !== null) return id;
  throw new CommandError('usage', 'not-an-id', `“${typed}” is not a submission id.`);
}

/** Saves receipts as JSON, one file each. Without ids: the receipts of all files of the account. */
export async function receipts(
  client: Client,
  output: Output,
  given: readonly string[],
  options: { readonly account?: string; readonly output: string },
): Promise<Exit> {
  await client.catchUp();
  const account = await accountNamed(client, options.account);
  const ids = given.length > 0 ? given.map(idOf) : await client.call('receipts.list', { accountId: account.id });
  const folder = resolve(options.output);
  await makeFolder(folder);
  for (const submissionId of ids) {
    const { name, bytes } = await client.call('receipts.json', { submissionIds: [submissionId] });
    const { path } = freePath(folder, name);
    await writeFile(path, bytes, { flag: 'wx' }).catch(async (error: unknown) => {
      await rm(path, { force: true });
      throw notSaved(path, error);
    });
    output.write({ event: 'receipt', submissionId, path }, path);
  }
  return 'done';
}

/** The most paths of one call. */
const IMPORTED_AT_ONCE = 1_000;

/** Imports the receipts and exports of other computers. */
export async function importReceipts(client: Client, output: Output, given: readonly string[]): Promise<Exit> {
  for (const path of given) await mustExist(path);
  let all: ImportedReceipts = { added: 0, known: 0, files: 0, problems: [] };
  for (let start = 0; start < given.length; start += IMPORTED_AT_ONCE) {
    const paths = given.slice(start, start + IMPORTED_AT_ONCE).map((path) => resolve(path));
    const { added, known, files, problems } = await client.call('receipts.import', { paths });
    all = {
      ...{ added: all.added + added, known: all.known + known, files: all.files + files },
      problems: [...all.problems, ...problems],
    };
  }
  const problems = all.problems.map(({ name, reason }) => ({
    ...{ name, code: reason.code, message: failureMessage(reason) },
  }));
  output.write({ event: 'imported', ...all, problems }, importedWords(all), ...importProblems(all));
  return problems.length === 0 ? 'done' : 'failed';
}

/** Compares a file or a folder with its receipt. Needs no account and no network. */
export async function verify(client: Client, output: Output, path: string, receipt: string): Promise<Exit> {
  for (const each of [path, receipt]) await mustExist(each);
  const paths = [resolve(path), resolve(receipt)];
  const verification = await client.call('receipts.verify', { against: 'receipt', checkId: 'command-line', paths });
  const { title, text, isGood } = wordsOf(verification);
  output.write({ event: 'verdict', verdict: verification.verdict, isGood, message: title }, title, text);
  return isGood ? 'done' : 'failed';
}

function wordsOf(verification: Verification): {
  readonly title: string;
  readonly text: string;
  readonly isGood: boolean;
} {
  if (verification.kind === 'file') {
    const { title, text, tone } = verdictWords(verification);
    return { title, text, isGood: tone === 'good' };
  }
  const { kind } = verification.verdict;
  if (kind === 'same') return { title: 'This is the folder that was submitted', text: '', isGood: true };
  if (kind === 'more') return { title: 'All that was submitted is in this folder, and more', text: '', isGood: true };
  return { title: 'This is not the folder as it was submitted', text: '', isGood: false };
}

/** Shows what is left to spend. */
export async function balance(client: Client, output: Output, options: { readonly account?: string }): Promise<Exit> {
  const { id: accountId, name: account } = await accountNamed(client, options.account);
  await client.call('balances.refresh', { accountId, onlyAfterMs: 0 });
  const { tokens, asOf, trouble } = await client.call('balances.view', { accountId });
  for (const { name, tokenAddress, decimals, balance: amount, isLow } of tokens) {
    const cost = { amount, token: name, decimals };
    output.write(
      { event: 'balance', account, tokenAddress, ...amountOf(cost), isLow, asOf },
      `${costWords(cost, output.separators)}${isLow ? '  low' : ''}`,
    );
  }
  if (trouble === null) return 'done';
  throw new CommandError(
    trouble.code === 'unreachable' ? 'unreachable' : 'failed',
    trouble.code,
    failureMessage(trouble),
  );
}
