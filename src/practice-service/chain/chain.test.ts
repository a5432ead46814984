import { expect, onTestFinished, test } from 'vitest';
import { DataHash } from '../data-hash.ts';
import { openDatabase } from '../database.ts';
import { Ledger } from '../ledger.ts';
import { startingTokens } from '../options.ts';
import { PayloadStore } from '../payload-store.ts';
import { fillLedger, temporaryFolder } from '../service.fixture.ts';
import { Chain } from './chain.ts';

test('a block takes what is older than the block time and leaves the rest pending', async () => {
  const { ledger, database, ids, chain } = await ledgerWithChain(2, 600);
  const [old = '', young = ''] = ids;
  database.prepare('UPDATE submissions SET accepted_at = accepted_at - 600000 WHERE id = ?').run(old);
  chain.awaitBlock();
  await expect.poll(() => ledger.submission(old)?.block?.number).toBe(1);
  expect(ledger.submission(young)?.block).toBeNull();
});

test('more submissions than a block holds go into the blocks that follow, each once', async () => {
  const { ledger, ids, chain } = await ledgerWithChain(1_500, 0);
  chain.awaitBlock();
  await expect.poll(() => ids.every((id) => ledger.submission(id)?.block !== null)).toBe(true);
  const places = ids.map((id) => ledger.submission(id)?.block);
  expect(new Set(places.map((place) => `${place?.number}-${place?.extrinsicIndex}`)).size).toBe(1_500);
  expect(new Set(places.map((place) => place?.number))).toEqual(new Set([1, 2]));
});

async function ledgerWithChain(submissions: number, blockTimeSeconds: number) {
  const dataDir = await temporaryFolder();
  const ids = await fillLedger(dataDir, submissions);
  const database = openDatabase(dataDir, startingTokens);
  // The bytes are gone. Stand-ins take their places in the blocks.
  const payloads = await PayloadStore.open(dataDir, await DataHash.load(), { arriving: null }, () => false);
  const chain = await Chain.open(database, payloads, blockTimeSeconds);
  onTestFinished(async () => {
    await chain.stop();
    database.close();
  });
  return { ledger: new Ledger(database), database, ids, chain };
}
