import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database.ts';
import { Ledger } from '../ledger.ts';
import { startingTokens } from '../options.ts';
import { fillLedger, startService, temporaryFolder } from '../service.fixture.ts';
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
  // Nobody has the bytes: what stands in for them is as good for places.
  const payloads = {
    pieces: (): Iterable<Uint8Array> => {
      throw new Error('gone');
    },
  };
  const chain = await Chain.open(database, payloads, blockTimeSeconds);
  onTestFinished(async () => {
    await chain.stop();
    database.close();
  });
  return { ledger: new Ledger(database), database, ids, chain };
}

test('a chain from before it had headers goes on, until what is final has one', async () => {
  const dataDir = await temporaryFolder();
  const database = openDatabase(dataDir, startingTokens);
  const add = database.prepare('INSERT INTO blocks (number, hash, produced_at) VALUES (?, ?, ?)');
  const hashes = ['aa', 'bb', 'cc', 'dd'].map((byte) => byte.repeat(32));
  for (const [at, hash] of hashes.entries()) add.run(at + 1, hash, at);
  database.close();
  const service = await startService({ dataDir });
  await expect
    .poll(async () => service.call('chain_getHeader', await service.call('chain_getFinalizedHead')))
    .toMatchObject({ number: '0x5', parentHash: `0x${hashes[3]}` });
  expect(await service.call('chain_getBlockHash', 1)).toBe(`0x${hashes[0]}`);
  expect(await service.call('chain_getBlock', `0x${hashes[0]}`)).toBeNull();
});

test('a ledger of the version before is taken over with all that is in it', async () => {
  const dataDir = await temporaryFolder();
  const database = openDatabase(dataDir, startingTokens);
  database.exec(`
    DROP INDEX blocks_by_hash;
    DROP INDEX submissions_in_blocks;
    DROP INDEX submissions_with_error;
    ALTER TABLE blocks DROP COLUMN extrinsics_root;
    ALTER TABLE blocks DROP COLUMN extrinsic_count;
    ALTER TABLE submissions DROP COLUMN encrypted;
    ALTER TABLE submissions DROP COLUMN error;
    PRAGMA user_version = 1;
    INSERT INTO blocks VALUES (1, 'aa', 5);
    INSERT INTO submissions VALUES (1, 'id-of-then', 1, 4, '5', 'cc', 3, 1, 1, 'dd');
  `);
  database.close();
  const service = await startService({ dataDir });
  expect(await service.read('/user/get_all_expenditure')).toEqual([
    expect.objectContaining({ id: 'id-of-then', block_hash: '0xaa', data_hash: '0xcc', tx_hash: '0xdd' }),
  ]);
  await service.finalPlace(await service.accepted('now'));
});
