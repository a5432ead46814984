import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import type { Submission, SubmissionDetails } from '../shared/bridge/submissions.ts';
import { inWords } from '../shared/failures/kept-failure.ts';
import { AccountPolling, Balances, Tokens } from './balances/index.ts';
import { Deposits } from './deposits/index.ts';
import { RecordedEvents } from './domain-events.fixture.ts';
import { openRecordsHere } from './records/in-process.fixture.ts';
import { latestFirst } from './records/records.fixture.ts';
import { GroupCommit } from './storage/index.ts';
import { accountId, closeRigs, openRig, type Rig } from './submissions/submissions.fixture.ts';

afterEach(closeRigs);

/**
 * A data folder that the version before the rebuilding has made, at version 11 of its database, with a practice service: a
 * submission in every state that is kept, two deposits, balances with what a person said of tokens, records, a watched and a
 * recent look-up, settings. And what that version showed of it, but for digests of the file that waits: they are in memory
 * alone until its turn comes.
 */
const beside = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
const shown = JSON.parse(
  beside('earlier-version.fixture.json')
    // By the names of now.
    .replaceAll('"itemId"', '"localId"')
    .replaceAll('"stopLine"', '"spendingLimit"')
    .replaceAll('beyond-stop-line', 'beyond-spending-limit')
    .replaceAll('"item":', '"submission":')
    // The sentences of that version stay.
    .replaceAll('"message":', '"inWords":'),
);

/** Rows that it stored as failed are now delayed, without the sentence that the service had given up. */
function withDelayed(submission: { readonly state: { readonly kind: string; readonly reason?: object } }): object {
  const { state } = submission;
  if (state.kind !== 'failed') return submission;
  const { inWords: _, ...reason } = { inWords: null, ...state.reason };
  return { ...submission, state: { ...state, kind: 'delayed', at: expect.any(String), reason } };
}

type KeptAttempt = { readonly detail: string | null };

/** Deposits as they are now: that version wrote a text alone of what became of each attempt. */
function withReasons({ attempts, ...deposit }: { readonly attempts: readonly KeptAttempt[] }) {
  return { ...deposit, attempts: attempts.map(({ detail, ...attempt }) => ({ ...attempt, reason: inWords(detail) })) };
}

function openEarlier(): Promise<Rig> {
  return openRig({
    lay: (path) => {
      const database = new DatabaseSync(path);
      database.exec(beside('earlier-version.fixture.sql'));
      database.close();
    },
    canSubmit: () => false,
  });
}

test('of the version before, every submission, its details and the settings of the queue are shown as they were', async () => {
  const rig = await openEarlier();
  const { submissions, queueSettings } = rig.submissions.view(accountId);
  // There was nothing but single files, each in one piece.
  const asOnePiece = { content: 'file', parts: null, files: null };
  expect(submissions).toEqual(
    shown.submissions.map((submission: Submission) => ({ ...withDelayed(submission), ...asOnePiece })),
  );
  // Its limit was a bare number, of whichever token paid.
  const spendingLimit = { amount: shown.queueSettings.spendingLimit, token: null };
  expect(queueSettings).toEqual({ ...shown.queueSettings, askBeyondFiles: null, spendingLimit });
  expect(submissions.map(({ id }) => rig.submissions.details(id))).toEqual(
    shown.details.map((details: SubmissionDetails) => ({
      ok: true,
      // What went wrong with an attempt stands in words among its details.
      value: {
        ...details,
        submission: { ...withDelayed(details.submission), ...asOnePiece },
        attempts: details.attempts.map((attempt) => ({ ...attempt, failures: [] })),
      },
    })),
  );
});

test('of the version before, deposits, balances, records and look-ups are shown as they were', async () => {
  const { database } = await openEarlier();
  const { commit } = new GroupCommit(database);
  const events = new RecordedEvents();
  const tokens = new Tokens(database, commit, Date.now);
  const records = openRecordsHere(database, commit, { knownTokens: (account) => tokens.known(account) });
  const parts = { database, commit, tokens, events, now: Date.now, connection: () => null };
  const balances = new Balances({
    ...parts,
    records: {
      spentSince: (account, since) => records.spentSince(account, since),
      refresh: (account, unlessWithinMs) => records.refresh(account, unlessWithinMs),
      oldest: async () => null,
    },
    mayHaveUnrecordedCharge: () => false,
  });
  const deposits = new Deposits({
    ...parts,
    polling: new AccountPolling({ read: async () => undefined }),
    feesSince: (account) => balances.feesOf(account),
    onPathFound: async () => undefined,
  });
  expect(deposits.list(accountId)).toEqual(shown.deposits.map(withReasons));
  expect(await balances.view(accountId)).toEqual(shown.balances);
  expect(await records.query(accountId, latestFirst)).toEqual({
    ok: true,
    // How often they changed while that version ran is in no file.
    value: { ...shown.records, revision: expect.any(Number) },
  });
  expect(database.prepare('SELECT text, outcome FROM lookup_recent').all()).toMatchObject([
    { text: 'confirmed.txt', outcome: 'found' },
  ]);
  expect(database.prepare('SELECT count(*) AS n FROM lookup_watches').get()).toEqual({ n: 1 });
  balances.close();
  deposits.close();
  await records.close();
});
