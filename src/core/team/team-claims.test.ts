import { expect, test } from 'vitest';
import { success } from '../../shared/failures/failure.ts';
import { TeamClaims } from './team-claims.ts';
import { type Bytes, type Claim, TeamDatabase } from './team-database.ts';

const account = 'https://service.example';
const digest = `0x${'1'.repeat(64)}`;
const bytes: Bytes = { account, blake2b256: digest };
const row = { accountId: 'office', blake2b256: digest, submitAnyway: false };

/** The claims table of a team, in memory. */
class FakeTable extends TeamDatabase {
  readonly rows = new Map<string, Claim>();

  constructor() {
    super('postgres://me@host.example/team', null, { id: 'me', name: 'Me' });
  }

  override claim(asked: readonly Bytes[]) {
    const found = asked.map((one) => {
      const claim = this.rows.get(one.blake2b256) ?? claimOf('me', 'claimed', one);
      this.rows.set(one.blake2b256, claim);
      return claim;
    });
    return Promise.resolve(success(found));
  }

  override takeOver(one: Bytes) {
    const claim = claimOf('me', 'claimed', one);
    this.rows.set(one.blake2b256, claim);
    return Promise.resolve(success(claim));
  }

  override giveBack(given: readonly Bytes[]) {
    for (const { blake2b256 } of given) this.rows.delete(blake2b256);
    return Promise.resolve(success(null));
  }

  override openClaims() {
    return Promise.resolve(success([...this.rows.values()].filter(isOwnAndOpen)));
  }
}

const isOwnAndOpen = ({ deskId, state }: Claim): boolean => deskId === 'me' && state === 'claimed';

function claimOf(deskId: string, state: Claim['state'], of: Bytes = bytes): Claim {
  const submissionId = state === 'submitted' ? 'theirs' : null;
  return { ...of, deskId, deskName: deskId, state, submissionId, claimedAt: '2026-05-03T12:00:00.000Z' };
}

function open() {
  const table = new FakeTable();
  const claims = new TeamClaims({ serviceAddress: () => account }, () => undefined);
  claims.use(table, 'me');
  claims.become('ready', false);
  return { table, claims };
}

test('bytes that are given back while they are claimed are not sent without another claim', async () => {
  const { table, claims } = open();
  const claimed = claims.claim(row);
  // The claim is in the table, and its answer has not arrived.
  await new Promise((resolve) => setImmediate(resolve));
  await claims.giveBack((all) => all);
  await claimed;
  expect([table.rows.size, claims.has(row)]).toEqual([0, false]);
});

test('bytes that another desk has taken over are not sent without another claim', async () => {
  const { table, claims } = open();
  await claims.claim(row);
  table.rows.set(digest, claimOf('other', 'claimed'));
  await claims.giveBack(() => []);
  expect(claims.has(row)).toBe(false);
});

test('bytes are claimed again after the database could not be reached, because another desk may have them', async () => {
  const { claims } = open();
  await claims.claim(row);
  claims.become('unreachable', false);
  expect(claims.has(row)).toBe(true);
  claims.become('ready', false);
  expect(claims.has(row)).toBe(false);
});

test('a user who submits bytes anyway takes an open claim, and leaves one that tells of a submission', async () => {
  const { table, claims } = open();
  for (const state of ['claimed', 'submitted'] as const) {
    table.rows.set(digest, claimOf('other', state));
    expect(await claims.claim({ ...row, submitAnyway: true })).toEqual({ kind: 'granted' });
    expect(claims.has(row)).toBe(true);
    expect(table.rows.get(digest)?.deskId).toBe(state === 'claimed' ? 'me' : 'other');
  }
});
