import type { CallName, FileCallName } from '../../shared/bridge/bridge.ts';
import { type Failure, failure, type Result } from '../../shared/bridge/failure.ts';

/** A window that works as it should asks far less at a time. */
const MOST_AT_ONCE = 64;

/** Each of these takes megabytes of memory, reads a whole file, asks the service or changes every row there is. */
const fewer: Partial<Readonly<Record<CallName | FileCallName, number>>> = {
  'diagnostics.report': 2,
  'lookup.ask': 16,
  'lookup.file': 8,
  'submissions.cancel': 8,
  'submissions.moveToFront': 8,
  'submissions.pause': 8,
  'submissions.remove': 8,
  'submissions.resume': 8,
  'submissions.retry': 8,
  'receipts.askService': 16,
  'receipts.json': 2,
  'receipts.read': 8,
  'receipts.verify': 8,
  'records.export': 4,
};

const busy: Failure = {
  code: 'busy',
  message: 'Dropslip is still busy with many requests like this one. Wait a moment, then try again.',
};

/** Bounds how many calls of one name are being answered: what a page asks for without end must not fill the memory. */
export class CallsAtOnce {
  readonly #underWay = new Map<string, number>();

  async answer(name: string, handle: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    const count = this.#underWay.get(name) ?? 0;
    if (count >= mostOf(name)) return failure(busy);
    this.#underWay.set(name, count + 1);
    try {
      return await handle();
    } finally {
      this.#underWay.set(name, (this.#underWay.get(name) ?? 1) - 1);
    }
  }
}

function mostOf(name: string): number {
  return Object.entries(fewer).find(([call]) => call === name)?.[1] ?? MOST_AT_ONCE;
}
