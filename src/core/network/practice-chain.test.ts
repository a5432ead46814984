import { expect, test } from 'vitest';
import type { NodeFault } from '../../practice-service/faults.ts';
import { startService, type TestService } from '../../practice-service/service.fixture.ts';
import type { NetworkVerdict } from '../../shared/bridge/network.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { getSubmissionInfo } from '../service/index.ts';
import { Hashing } from './chain-format.ts';
import { claimOf } from './check.ts';
import { Network } from './network.ts';
import { hashOf } from './node.fixture.ts';

const letter = Buffer.from('A letter, whole and unchanged.');
const noFile = { sentAs: 'file', size: null, keccak256: null, blake2b256: null } as const;

async function submitted(service: TestService, body: Uint8Array<ArrayBuffer> = letter): Promise<SubmissionRecord> {
  const id = await service.accepted(body);
  await service.finalPlace(id);
  const credentials = { apiKey: service.service.apiKey, accessToken: service.service.accessToken };
  const connection = {
    baseUrl: service.url,
    submitBaseUrl: null,
    credentials: async () => credentials,
  };
  const record = await getSubmissionInfo(connection, id);
  if (!record.ok) throw new Error(record.error.code);
  return record.value;
}

async function verdictOf(
  service: TestService,
  record: SubmissionRecord,
  file: Partial<typeof fileOf & { readonly keccak256: string }> = {},
) {
  const { blockHash, extrinsicIndex, txHash, dataHash } = record;
  const claim = claimOf({ blockHash, extrinsicIndex, txHash, dataHash, ...noFile, ...file });
  const asking = AbortSignal.timeout(20_000);
  const answer = await new Network(Date.now).check(service.service.nodeUrl, claim, asking);
  return answer.ok ? answer.value : answer.error;
}
const fileOf = { size: letter.byteLength, blake2b256: hashOf(letter) };

test.each(['documented', 'deployed', 'credits'] as const)(
  'what the %s dialect’s records say holds on the chain, all of it proven',
  async (dialect) => {
    const service = await startService({ dialect, blockTimeSeconds: 0.1 });
    const record = await submitted(service);
    expect(await verdictOf(service, record)).toMatchObject({
      verdict: { kind: 'holds', by: 'record' },
      facts: { proven: { header: true, transactions: true }, blockTime: expect.stringMatching(/^20/) },
    });
    expect(await verdictOf(service, record, fileOf)).toMatchObject({ verdict: { kind: 'holds', by: 'file' } });
  },
);

const lying: NetworkVerdict = { kind: 'cannot-tell', why: 'node-contradicts-itself' };
const expected: readonly (readonly [NodeFault, object])[] = [
  ['down', { why: 'node-silent', reason: { values: { why: 'unreachable' } } }],
  ['pruned', { why: 'pruned' }],
  ['changed-byte', lying],
  ['other-hash', { kind: 'not-final', why: 'other-block' }],
];

test.each(expected)('a node with the fault “%s” is told as what it is', async (node, verdict) => {
  const service = await startService({ blockTimeSeconds: 0.1 });
  const record = await submitted(service);
  service.service.misbehave({ node });
  expect(await verdictOf(service, record, fileOf)).toMatchObject({ verdict });
});

test('a byte that the service changed before it submitted is there as recorded, and is not the file', async () => {
  const service = await startService({ blockTimeSeconds: 0.1, faults: { arriving: 'changed-byte' } });
  const record = await submitted(service);
  expect(await verdictOf(service, record)).toMatchObject({ verdict: { kind: 'holds', by: 'record' } });
  expect(await verdictOf(service, record, fileOf)).toMatchObject({
    verdict: { kind: 'cannot-tell', why: 'may-be-encrypted' },
  });
});

test('what the service encrypted is there as it recorded it, and cannot be told to be the file', async () => {
  const service = await startService({ blockTimeSeconds: 0.1, dataHash: 'encrypted' });
  const record = await submitted(service);
  expect(await verdictOf(service, record)).toMatchObject({ verdict: { kind: 'holds', by: 'record' } });
  expect(await verdictOf(service, record, fileOf)).toMatchObject({
    verdict: { kind: 'cannot-tell', why: 'may-be-encrypted' },
  });
});

test('a blob of the practice chain is recognised by the record and by the file', async () => {
  const service = await startService({ blockTimeSeconds: 0.1, dialect: 'credits', blobs: true });
  const record = await submitted(service);
  expect(await verdictOf(service, record)).toMatchObject({ verdict: { kind: 'blob', by: 'record' } });
  const keccak256 = (await Hashing.load()).keccak256(letter);
  expect(await verdictOf(service, record, { ...fileOf, keccak256 })).toMatchObject({
    verdict: { kind: 'blob', by: 'file' },
    facts: { proven: { transactions: true }, size: { expected: letter.byteLength, found: letter.byteLength } },
  });
});

test('an MiB comes back as it was, from the node alone', async () => {
  const service = await startService({ blockTimeSeconds: 0.1 });
  const body = Buffer.alloc(1024 * 1024, 'bytes of a file ');
  const { blockHash, extrinsicIndex, txHash, dataHash } = await submitted(service, body);
  const claim = claimOf({ blockHash, extrinsicIndex, txHash, dataHash, ...noFile });
  const had = await new Network(Date.now).bytes(service.service.nodeUrl, claim, AbortSignal.timeout(20_000));
  expect(had.ok && Buffer.compare(had.value, body)).toBe(0);
});
