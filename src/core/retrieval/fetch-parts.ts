import { transfer } from 'comlink';
import type { RetrievalProgress } from '../../shared/bridge/retrieval.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { BodyReceiver } from '../service/index.ts';
import type { ManifestSummary } from './assembly.ts';
import type { AssemblyThread } from './assembly-thread.ts';
import type { ByteSource, Given } from './bytes.ts';
import type { WantedPart } from './stream-files.ts';

const PARTS_AT_ONCE = 4;
/** Bytes: 64 times the capacity of a transaction of the network. A part has to fit in memory to be verified. */
const LARGEST_PART = 64 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

/** Aborts a run from any depth. */
export class Failed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** The thread, byte source and file name (if known) of one run. */
type Run = { readonly thread: AssemblyThread; readonly bytes: ByteSource; readonly name: string | null };

/**
 * Downloads the parts of a manifest, several in parallel. Each is verified before it is written. Rejects with `Failed`
 * if a part is missing.
 */
export async function fetchParts(
  run: Run,
  summary: ManifestSummary,
  onProgress: (progress: RetrievalProgress, given: Given | null) => void,
): Promise<void> {
  const { thread, bytes, name } = run;
  const network = bytes.hasNode ? 'asked' : 'not-set';
  let [done, partsDone] = [0, 0];
  const have = (size: number, given: Given | null): void => {
    done += size;
    partsDone += 1;
    onProgress(progress(), given);
  };
  const progress = (): RetrievalProgress => ({
    done,
    total: summary.size,
    parts: { done: partsDone, total: summary.parts },
  });
  const lane = async (): Promise<void> => {
    for (;;) {
      const part = await thread.ask(async (assembly) => await assembly.nextPart());
      if (part === null) return;
      if (part.kind === 'found') {
        have(part.size, null);
        continue;
      }
      const given = await fetchPart(run, part);
      if (given.ok) have(part.size, given);
      else if (given.differed === null) throw new Failed(given.reason);
      else {
        const values = {
          what: 'part',
          name,
          part: part.index + 1,
          parts: summary.parts,
          from: given.differed,
        } as const;
        throw new Failed({ code: 'bytes-differ', values: { ...values, network } });
      }
    }
  };

  await thread.ask((assembly) => assembly.beginParts());
  onProgress(progress(), null);
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, lane));
  await thread.ask((assembly) => assembly.endParts());
}

function fetchPart({ thread, bytes }: Run, part: WantedPart): Promise<Given> {
  const { index, size, submissionId } = part;
  if (size > LARGEST_PART) throw new Failed({ code: 'not-retrieved', detail: `A part has ${size} bytes.` });
  const got = new Uint8Array(size);
  let taken = 0;
  const receiver: BodyReceiver = {
    begin: () => {
      taken = 0;
    },
    // Bytes beyond the part's size are only counted, because they make it wrong anyway.
    take: (piece) => {
      got.set(piece.subarray(0, Math.max(0, size - taken)), Math.min(taken, size));
      taken += piece.length;
    },
  };
  const put = (all: Uint8Array<ArrayBuffer>): Promise<boolean> =>
    thread.ask((assembly) => assembly.putPart(index, transfer(all, [all.buffer])));
  return bytes.get(submissionId, {
    receiver,
    mostBytes: Math.max(MEBIBYTE, size),
    accept: async () => taken === size && (await put(got)),
    take: async (other) => other.length === size && (await put(new Uint8Array(other))),
  });
}
