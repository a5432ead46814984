import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type DialectName, startPracticeService } from '../../practice-service/index.ts';
import { TestService } from '../../practice-service/service.fixture.ts';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { Retrieval, RetrievalPlace, RetrievalState } from '../../shared/bridge/retrieval.ts';
import { success } from '../../shared/failures/failure.ts';
import { RecordedEvents } from '../domain-events.fixture.ts';
import { forKey, openEncryption } from '../encryption/encryption.fixture.ts';
import type { DecryptWith } from '../encryption/index.ts';
import { freePath } from '../file-names.ts';
import { type Contents, type Manifest, type ManifestFile, writeContents, writeManifest } from '../manifest/index.ts';
import { digestsOf } from '../manifest/manifest.fixture.ts';
import { closeRecordsHere, openRecordsHere } from '../records/in-process.fixture.ts';
import { type Connection, RateLimiter } from '../service/index.ts';
import { GroupCommit, openDatabase } from '../storage/index.ts';
import { SubmissionLocator, SubmissionQueries } from '../submissions/index.ts';
import { startGateway } from './gateway.fixture.ts';
import {
  AssemblyThread,
  ByteSource,
  type Downloads,
  RetrievalRun,
  RetrievalStore,
  Retrievals,
  wantedFrom,
} from './index.ts';
import { networkOf, nodeOf } from './network-bytes.fixture.ts';

/** For tests: getting back from a practice service over real sockets, through a gateway that breaks what a test says. */

export const accountId = 'an account';
/** At a service that does not answer. */
export const silentAccountId = 'an account of silence';

type RigOptions = {
  readonly dialect?: DialectName;
  readonly given?: 'API key' | 'access token' | 'both';
  readonly rateLimit?: { readonly requests: number; readonly seconds: number };
  /** Bytes by submission id, as the network has them; or the service's own practice chain, asked by its node. */
  readonly network?: ReadonlyMap<string, Uint8Array> | 'node';
  readonly blockTimeSeconds?: number;
};

/** A port that nobody listens at. */
const nowhere = 'http://127.0.0.1:9';

export type RetrievalRig = Awaited<ReturnType<typeof openRetrievalRig>>;

export async function openRetrievalRig({
  dialect = 'deployed',
  given = 'both',
  rateLimit,
  network,
  blockTimeSeconds = 0,
}: RigOptions = {}) {
  // What is decrypted is read over no link: the folder for temporary files lies behind one on macOS.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dropslip-retrieval-')));
  let downloads = join(folder, 'Downloads');
  mkdirSync(downloads);
  const service = await startPracticeService({
    dataDir: join(folder, 'service'),
    dialect,
    blockTimeSeconds,
    ...(rateLimit === undefined ? {} : { rateLimit }),
  });
  const gateway = await startGateway(service.url);
  const database = openDatabase(join(folder, 'dropslip.db'));
  const addAccount = database.prepare(
    `INSERT INTO accounts (id, kind, name, colour, submit_by, created_at)
     VALUES (?, ?, 'Practice', 'teal', '{"variant":"api-key"}', '2026-01-01T00:00:00Z')`,
  );
  addAccount.run(accountId, 'practice');
  addAccount.run(silentAccountId, 'service');
  const groupCommit = new GroupCommit(database);
  const { commit } = groupCommit;
  const listeners = new Set<() => void>();
  const events = new RecordedEvents(() => {
    for (const listener of [...listeners]) listener();
  });
  const records = openRecordsHere(database, commit, { events });
  const { encryption } = openEncryption();
  let kept: readonly DecryptWith[] = [];
  const limiter = new RateLimiter({ now: Date.now, monotonic: () => performance.now() });
  const connection: Connection = {
    baseUrl: gateway.url,
    submitBaseUrl: null,
    credentials: async () => ({
      apiKey: given === 'access token' ? null : service.apiKey,
      accessToken: given === 'API key' ? null : service.accessToken,
    }),
    rateLimiter: () => limiter,
  };
  const submissions = new SubmissionQueries(database);
  const locator = new SubmissionLocator(submissions, records, () => [accountId, silentAccountId]);
  const accounts = [
    { id: accountId, kind: 'practice', address: null, name: 'Practice' } as Account,
    { id: silentAccountId, kind: 'service', address: nowhere, name: 'Silent' } as Account,
  ];
  const reach = (id: string): Connection => (id === accountId ? connection : { ...connection, baseUrl: nowhere });
  const nodeBytes = network === 'node' ? nodeOf(service.nodeUrl) : networkOf(network);
  const userDownloads: Downloads = {
    folder: () => downloads,
    refuseFolder: (path) => {
      if (isRefused) throw new Error(`EOWN: ${path}`);
    },
    freePath: (...place) => {
      whenPlacing();
      return freePath(...place);
    },
    showInFolder: () => success(null),
  };
  const keptKeys = async function* () {
    yield* kept;
  };
  const script = new URL('./assembly-worker.ts', import.meta.url);
  const open = (): Retrievals =>
    new Retrievals(
      new RetrievalStore(database, commit),
      (from) => wantedFrom(from, submissions, records, locator, accounts),
      (retrieval, places, key, hooks) =>
        new RetrievalRun(
          new AssemblyThread(script, retrieval.workFolder),
          (asking) => new ByteSource(reach, () => false, records, nodeBytes, retrieval.accountId, places, asking, 20),
          encryption,
          keptKeys,
          userDownloads,
          retrieval,
          key,
          hooks,
        ),
      userDownloads,
      join(folder, 'retrievals'),
      events,
    );
  let whenPlacing = (): void => undefined;
  let isRefused = false;
  let retrievals = open();
  onTestFinished(async () => {
    await retrievals.close();
    await closeRecordsHere();
    groupCommit.flush();
    database.close();
    await gateway.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const find = (id: number): Retrieval | undefined => retrievals.list().find((one) => one.id === id);
  const until = <Value>(found: () => Value | undefined): Promise<Value> =>
    new Promise((resolve) => {
      const look = (): void => {
        const value = found();
        if (value === undefined) return;
        listeners.delete(look);
        resolve(value);
      };
      listeners.add(look);
      look();
    });
  const rig = {
    service,
    gateway,
    database,
    records,
    events: events.all,
    folder,
    until,
    get retrievals(): Retrievals {
      return retrievals;
    },
    /** Called before a download gets its final name. */
    whenPlacing: (act: () => void): void => {
      whenPlacing = act;
    },
    /** From now on these are in the keychain. */
    keep: (...keys: readonly DecryptWith[]): void => {
      kept = keys;
    },
    get downloads(): string {
      return downloads;
    },
    set downloads(path: string) {
      downloads = path;
    },
    /** Ends as a kill would, for all that is kept of it, and begins anew on the same data. */
    restart: async () => {
      await retrievals.close();
      retrievals = open();
      retrievals.recover();
    },
    submit: async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
      const answer = await fetch(`${service.url}/v1/submit_raw_data`, {
        method: 'POST',
        headers: { 'x-api-key': service.apiKey, 'content-type': 'application/octet-stream' },
        body: bytes,
      });
      const receipt: unknown = await answer.json();
      if (typeof receipt !== 'object' || receipt === null || !('submission_id' in receipt))
        throw new Error('Not taken.');
      return String(receipt.submission_id);
    },
    start: async (submissionId: string, of = accountId): Promise<number> => {
      const started = await retrievals.start({ kind: 'id', accountId: of, submissionId });
      if (!started.ok) throw new Error(started.error.code);
      return started.value.id;
    },
    /** Where the chain has it for good, as a receipt says it. */
    place: async (submissionId: string): Promise<RetrievalPlace> => {
      const place = await new TestService(service, join(folder, 'service')).finalPlace(submissionId);
      const [blockHash, txHash, dataHash] = [place.block_hash, place.tx_hash, place.data_hash].map((hex) => `0x${hex}`);
      const extrinsicIndex = String(place.extrinsic_index);
      return { submissionId, extrinsicIndex, blockHash, txHash, dataHash } as RetrievalPlace;
    },
    /** Waits until it is in one of these states. */
    state: <Kind extends RetrievalState['kind']>(id: number, ...kinds: readonly Kind[]) =>
      until(() => {
        const state = find(id)?.state;
        return state !== undefined && isOneOf(state, kinds) ? state : undefined;
      }),
    find,
    /** The downloads folder leads into the app's own data from now on. */
    refuseDownloads: (): void => {
      isRefused = true;
    },
    seen: () => readdirSync(downloads),
    /** Downloads that are under way, by their own folders. */
    workFolders: () => {
      const all = join(folder, 'retrievals');
      return existsSync(all) ? readdirSync(all).map((name) => join(all, name)) : [];
    },
    encryption,
  };
  return rig;
}

function isOneOf<Kind extends RetrievalState['kind']>(
  state: RetrievalState,
  kinds: readonly Kind[],
): state is Extract<RetrievalState, { kind: Kind }> {
  return kinds.some((kind) => kind === state.kind);
}

export type InParts = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly partIds: readonly string[];
  readonly id: string;
  readonly manifest: Manifest;
  /** The manifest as it was submitted. */
  readonly text: Uint8Array<ArrayBuffer>;
};

type Shape = Partial<Pick<Manifest, 'kind' | 'name' | 'files' | 'folders' | 'encryption'>> & {
  readonly partSize: number;
};

/** Submits a stream in slices, and then its manifest. */
export async function submitInParts(
  rig: Pick<RetrievalRig, 'submit'>,
  bytes: Uint8Array<ArrayBuffer>,
  { partSize, kind = 'file', name = 'photo.jpg', files, folders = [], encryption = null }: Shape,
): Promise<InParts> {
  const slices = Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, at) =>
    bytes.slice(at * partSize, (at + 1) * partSize),
  );
  const partIds: string[] = [];
  for (const slice of slices) partIds.push(await rig.submit(slice));
  const parts = slices.map((slice, at) => ({
    offset: at * partSize,
    size: slice.length,
    ...digestsOf(slice),
    submissionId: partIds[at] ?? '',
  }));
  const isWhole = kind !== 'folder' || encryption !== null;
  const manifest: Manifest = {
    kind,
    name: kind === 'manifest' || encryption !== null ? null : name,
    size: bytes.length,
    ...(isWhole ? digestsOf(bytes) : { sha256: null, blake2b256: null }),
    parts,
    files: files ?? (kind === 'file' && encryption === null ? [fileOf(name ?? '', 0, bytes)] : []),
    folders,
    encryption,
  };
  const text = writeManifest(manifest);
  return { bytes, partIds, id: await rig.submit(text), manifest, text };
}

export function fileOf(path: string, offset: number, bytes: Uint8Array, modified: string | null = null): ManifestFile {
  return { path, offset, size: bytes.length, ...digestsOf(bytes), modified };
}

/** Files joined into one stream, as a kept-together folder is. */
export function joined(files: readonly (readonly [path: string, bytes: Uint8Array, modified?: string])[]) {
  let offset = 0;
  const entries = files.map(([path, bytes, modified]) => {
    const entry = fileOf(path, offset, bytes, modified ?? null);
    offset += bytes.length;
    return entry;
  });
  return { entries, bytes: new Uint8Array(Buffer.concat(files.map(([, bytes]) => bytes))) };
}

/** Encrypts a stream for the tests' key and submits it in parts; the contents are sealed in the manifest. */
export async function submitPrivately(
  rig: Pick<RetrievalRig, 'submit' | 'encryption' | 'folder'>,
  contents: Contents,
  plain: Uint8Array,
  partSize: number,
): Promise<InParts> {
  const stream = await rig.encryption.seal(plain, forKey);
  const sealed = await rig.encryption.seal(writeContents(contents), forKey);
  if (!stream.ok || !sealed.ok) throw new Error('Not encrypted.');
  return submitInParts(rig, new Uint8Array(stream.value), {
    partSize,
    kind: contents.kind,
    encryption: { format: 'age', contents: sealed.value },
  });
}

export const someId = (): string => randomUUID();
