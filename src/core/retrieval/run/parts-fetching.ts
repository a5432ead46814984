import type { RetrievalProgress, RetrievalSource, RetrievalWait } from '../../../shared/bridge/retrieval.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { AssemblyThread } from '../assembly/assembly-thread.ts';
import type { ManifestSummary } from '../assembly/manifest-summary.ts';
import type { Bytes, Given, Wanted } from '../sources/bytes.ts';
import { PartMemory } from '../sources/part-memory.ts';

/** So many parts are on their way at once: each may take a mebibyte of memory. */
const PARTS_AT_ONCE = 4;
/** Bytes: 64 times what a transaction of the network holds. Of what is larger nothing can be proven here. */
const MOST_HELD = 64 * 1024 * 1024;

export type PartsParts = {
  readonly thread: AssemblyThread;
  readonly bytes: Bytes;
  readonly wanted: (submissionId: string) => Wanted;
  readonly hasNode: boolean;
  /** The whole is held against digests that the service has no say in. */
  readonly isProven: boolean;
  /** Nothing is there that an earlier run has left. */
  readonly onAnew: () => void;
  /** A part has come, and is proven. */
  readonly onGiven: (source: RetrievalSource) => void;
  readonly onProgress: (source: RetrievalSource, progress: RetrievalProgress) => void;
  readonly onWaiting: (wait: RetrievalWait | null, progress: RetrievalProgress) => void;
};

/**
 * Fetches what a manifest is made of, some parts at a time, each proven before it is written. `name`: what is told where
 * one is other than it should be. Answers why it could not; null where all are there and the whole is as it should be.
 */
export async function fetchParts(
  { thread, bytes, wanted, hasNode, isProven, onAnew, onGiven, onProgress, onWaiting }: PartsParts,
  summary: ManifestSummary,
  name: string | null,
  signal: AbortSignal,
): Promise<Failure | null> {
  const enough = new AbortController();
  const hooks = {
    signal: AbortSignal.any([signal, enough.signal]),
    onWaiting: (wait: RetrievalWait | null) => onWaiting(wait, progress()),
  };
  let [done, partsDone] = [0, 0];
  let source: RetrievalSource = 'service';
  let problem: Failure | null = null;
  const progress = (): RetrievalProgress => ({
    done,
    total: summary.size,
    parts: { done: partsDone, total: summary.parts },
  });
  const have = (size: number): void => {
    done += size;
    partsDone += 1;
    onProgress(source, progress());
  };
  const lane = async (): Promise<void> => {
    const shared = new SharedArrayBuffer(Math.min(summary.largestPart, MOST_HELD));
    const memory = new PartMemory(shared);
    const lent = await thread.ask((assembly) => assembly.lend(shared));
    while (problem === null && !hooks.signal.aborted) {
      const part = await thread.ask(async (assembly) => await assembly.nextPart());
      if (part === null) return;
      if (part.kind === 'found') {
        have(part.size);
        continue;
      }
      const { index, size, submissionId } = part;
      const accept = async (got: Uint8Array): Promise<boolean> => {
        // Of the network they come in memory of their own.
        if (got.buffer !== shared) memory.put(got);
        if (memory.size !== size) return false;
        return thread.ask((assembly) => assembly.putPart(index, lent, size));
      };
      const given = await bytes.part(wanted(submissionId), memory, accept, hooks, isProven);
      if (given.ok) {
        // Once any of it came from the network, all of it did not come from the service.
        if (given.source === 'network') source = 'network';
        onGiven(given.source);
        have(size);
      } else {
        problem ??= partProblem(given, index);
        enough.abort();
      }
    }
  };
  const partProblem = ({ reason, differed }: Given & { readonly ok: false }, index: number): Failure => {
    if (differed === null) return reason;
    const network = hasNode ? 'asked' : 'not-set';
    const values = { what: 'part', name, part: index + 1, parts: summary.parts, from: differed, network } as const;
    return { code: 'bytes-differ', values };
  };

  if (await thread.ask((assembly) => assembly.beginParts())) onAnew();
  onProgress(source, progress());
  const ended = (): Promise<void> =>
    lane().catch((error: unknown) => {
      // No other lane waits on for what it has asked for.
      enough.abort();
      throw error;
    });
  const lanes = await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, ended));
  const rejected = lanes.find((one) => one.status === 'rejected');
  if (rejected !== undefined) throw rejected.reason;
  if (problem !== null || signal.aborted) return problem;
  const wrong = await thread.ask(async (assembly) => await assembly.endParts());
  if (wrong === undefined) return null;
  await thread.ask((assembly) => assembly.dropParts());
  const what = wrong === null ? 'whole' : 'file';
  return {
    code: 'bytes-differ',
    values: {
      what,
      name: wrong ?? name,
      part: null,
      parts: null,
      from: source,
      network: hasNode ? 'asked' : 'not-set',
    },
  };
}
