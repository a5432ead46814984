import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { NetworkAnswer } from '../../shared/bridge/network.ts';
import type { FileVerification, Verification } from '../../shared/bridge/receipts.ts';
import type { Result } from '../../shared/failures/failure.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { SubmissionStateKind } from '../../shared/submissions/submission-state.ts';
import { Digests } from '../digests/index.ts';
import { RecordedEvents } from '../domain-events.fixture.ts';
import { files } from '../files/file-threads.fixture.ts';
import { openRecordsHere } from '../records/in-process.fixture.ts';
import { GroupCommit } from '../storage/index.ts';
import { FolderListings, SubmissionLocator, SubmissionQueries } from '../submissions/index.ts';
import { accountId, closeRigs, type Rig } from '../submissions/submissions.fixture.ts';
import { KeptSubmissions, type Print, Receipts, Verifier } from './index.ts';

const allDigests: Digests[] = [];

export async function closeReceipts(): Promise<void> {
  for (const digests of allDigests.splice(0)) await digests.close();
  await closeRigs();
}

export const practice: Account = {
  id: accountId,
  kind: 'practice',
  name: 'Practice account',
  colour: 'teal',
  address: 'http://127.0.0.1:1',
  submitAddress: null,
  submitBy: { variant: 'api-key' },
  nodeAddress: null,
  appId: null,
  serviceKind: null,
  credentials: { apiKey: null, accessToken: null },
  place: { kind: 'keychain' },
  trouble: null,
};

export type ReceiptsRig = {
  readonly receipts: Receipts;
  readonly verifier: Verifier;
  readonly printed: string[];
  readonly progress: number[];
};

/** Records whose service said a lot that the contract does not name. */
export async function makeLarge(rig: Rig, names: readonly string[], bytes: number): Promise<void> {
  for (const name of names) await changeRecord(rig, idOf(rig, name), { extra: { remark: 'x'.repeat(bytes) } });
}

/** The service says something else of a submission now. */
export async function changeRecord(rig: Rig, id: string, change: Partial<SubmissionRecord>): Promise<void> {
  const records = openRecordsHere(rig.database, new GroupCommit(rig.database).commit);
  const record = records.get(accountId, id);
  if (record !== null) await records.put(accountId, [{ ...record, ...change }]);
}

export function openReceipts(
  rig: Rig,
  accounts: readonly Account[] = [practice],
  print?: Print,
  network: NetworkAnswer | null = null,
): ReceiptsRig {
  const digests = new Digests(new URL('../digests/digest-worker.ts', import.meta.url));
  allDigests.push(digests);
  const records = openRecordsHere(rig.database, new GroupCommit(rig.database).commit);
  const printed: string[] = [];
  const progress: number[] = [];
  const events = new RecordedEvents();
  events.on('receipts.verify-progress', ({ done }) => void progress.push(done));
  const keptSubmissions = new KeptSubmissions(
    new SubmissionQueries(rig.database),
    records,
    new SubmissionLocator(new SubmissionQueries(rig.database), records, () => accounts.map(({ id }) => id)),
    new FolderListings(rig.database, new GroupCommit(rig.database).commit),
  );
  const verifier = new Verifier(keptSubmissions, files, digests, events, 'linux');
  const receipts = new Receipts(
    keptSubmissions,
    () => accounts,
    () => [],
    () => network,
    'decimal',
    '1.2.3',
    print ??
      (async (page) => {
        printed.push(page);
        return new Uint8Array([1]);
      }),
  );
  return { receipts, verifier, printed, progress };
}

export function value<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

/** Of a file that was held against something. */
export function ofFile(result: Result<Verification>): FileVerification {
  const verification = value(result);
  if (verification.kind === 'folder') throw new Error('It was a folder.');
  return verification;
}

export const idOf = (rig: Rig, name: string): string => {
  const { state } = rig.named(name);
  if (!('submissionId' in state)) throw new Error(`${name} has no receipt.`);
  return state.submissionId;
};

/** All files are so on the disk too, of which receipts are made: in memory they are a moment before. */
export async function untilKept(rig: Rig, kind: SubmissionStateKind): Promise<void> {
  await rig.untilAll(kind);
  await rig.written();
}

/** Submits files and saves a receipt of the first; gives the receipt's path. */
export async function submitted(rig: Rig, own: ReceiptsRig, files: Readonly<Record<string, string>>): Promise<string> {
  await rig.drop(files);
  await untilKept(rig, 'confirmed');
  return save(rig, own, Object.keys(files));
}

export async function save(rig: Rig, { receipts }: ReceiptsRig, names: readonly string[]): Promise<string> {
  const { bytes, name } = value(await receipts.json(names.map((one) => idOf(rig, one))));
  const path = join(rig.folder, name);
  await writeFile(path, bytes);
  return path;
}
