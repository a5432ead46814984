import { afterEach, expect, test } from 'vitest';
import { needsPerson } from '../../../shared/submissions/submission-state.ts';
import type { BytesToSend, ClaimAnswer, Claims } from '../claims.ts';
import { photo } from '../parts/parts.fixture.ts';
import { accountId, closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(closeRigs);

const granted: ClaimAnswer = { kind: 'granted' };
const ofAnna: ClaimAnswer = { kind: 'elsewhere', desk: 'Anna', at: '2026-05-03T12:00:00.000Z', submissionId: null };

/** Claims that get the answer of now, like those of a team in which others work too. */
class FakeClaims implements Claims {
  answer: ClaimAnswer = granted;
  available: ReturnType<Claims['availability']> = 'ready';
  readonly claimed: string[] = [];
  readonly #granted = new Set<string | null>();

  has({ blake2b256 }: BytesToSend): boolean {
    return this.#granted.has(blake2b256);
  }

  async claim({ blake2b256, submitAnyway }: BytesToSend): Promise<ClaimAnswer> {
    this.claimed.push(String(blake2b256));
    const answer = submitAnyway ? granted : this.answer;
    if (answer.kind === 'granted') this.#granted.add(blake2b256);
    return answer;
  }

  availability(): ReturnType<Claims['availability']> {
    return this.available;
  }
}

async function openWithClaims(payloadLimitBytes = 1_000_000) {
  const claims = new FakeClaims();
  return { rig: await openRig({ claims, service: { payloadLimitBytes } }), claims };
}

test('the bytes of a file are claimed once, before its attempt', async () => {
  const { rig, claims } = await openWithClaims();
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('submitted', 'confirmed');
  expect(claims.claimed).toEqual([rig.submissions.cache.get(rig.named('a.txt').id)?.blake2b256]);
});

test('a file whose bytes another desk has claimed waits without a question, and says for whom', async () => {
  const { rig, claims } = await openWithClaims();
  claims.answer = ofAnna;
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('paused');
  const { state } = rig.named('a.txt');
  expect(state).toMatchObject({ why: { kind: 'duplicate', of: { desk: 'Anna', submissionId: null, localId: 0 } } });
  expect(needsPerson(state)).toBe(false);
  expect(await rig.ledger()).toEqual([]);
});

test('a file that waited for another desk is sent once the claim is its own', async () => {
  const { rig, claims } = await openWithClaims();
  claims.answer = ofAnna;
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('paused');
  claims.answer = granted;
  await rig.submissions.commands.continueClaimed([rig.named('a.txt').id]);
  await rig.untilAll('submitted', 'confirmed');
  expect(await rig.ledger()).toHaveLength(1);
});

test('a file that the user submits anyway takes the claim from the other desk', async () => {
  const { rig, claims } = await openWithClaims();
  claims.answer = ofAnna;
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('paused');
  await rig.submissions.commands.resume([rig.named('a.txt').id], 'duplicate');
  await rig.untilAll('submitted', 'confirmed');
});

test('nothing is claimed or sent while the team’s database cannot be reached, and the window says so', async () => {
  const { rig, claims } = await openWithClaims();
  claims.available = 'unreachable';
  await rig.drop({ 'a.txt': 'a', 'b.txt': 'b' });
  await rig.until(() => rig.waitingWords().includes('team’s database'));
  expect(claims.claimed).toEqual([]);
  expect(await rig.ledger()).toEqual([]);
  claims.available = 'ready';
  rig.submissions.queue.wake();
  await rig.untilAll('submitted', 'confirmed');
});

test('a claim that could not be made is made again once the team can be reached', async () => {
  const { rig, claims } = await openWithClaims();
  claims.answer = { kind: 'unavailable' };
  const claim = claims.claim.bind(claims);
  claims.claim = async (bytes) => {
    const answer = await claim(bytes);
    if (answer.kind === 'unavailable') claims.available = 'unreachable';
    return answer;
  };
  await rig.drop({ 'a.txt': 'a' });
  await rig.until(() => claims.available === 'unreachable');
  expect(rig.named('a.txt').state.kind).toBe('waiting');
  claims.answer = granted;
  claims.available = 'ready';
  rig.submissions.queue.wake();
  await rig.untilAll('submitted', 'confirmed');
  expect(claims.claimed).toHaveLength(2);
});

test('a file in parts claims its own bytes once, and another desk’s claim holds the whole file', async () => {
  const { rig, claims } = await openWithClaims(20_000);
  claims.answer = ofAnna;
  await rig.drop({ 'a.jpg': photo(50_000) });
  await rig.untilAll('paused');
  expect(claims.claimed).toHaveLength(1);
  claims.answer = granted;
  await rig.submissions.commands.continueClaimed(rig.submissions.cache.rowsOf(accountId).map(({ id }) => id));
  await rig.untilAll('submitted', 'confirmed');
  expect(claims.claimed).toHaveLength(2);
  expect((await rig.ledger()).length).toBeGreaterThan(2);
});

test('a file in parts whose claim another desk takes over waits for that desk, and sends no more parts', async () => {
  const { rig, claims } = await openWithClaims(20_000);
  claims.has = () => claims.claimed.length === 1;
  claims.answer = ofAnna;
  await rig.drop({ 'a.jpg': photo(50_000) });
  await rig.untilAll('paused');
  expect(rig.named('a.jpg').state).toMatchObject({ why: { kind: 'duplicate', of: { desk: 'Anna', name: 'a.jpg' } } });
});
