import type { SubmissionRecord } from '../../../shared/records.ts';
import { type SubmissionListReader, submissionsReader } from '../../service/index.ts';

/** A list of the service while its bytes come, and until its records have been handed over. */
type Arriving = {
  readonly reader: SubmissionListReader;
  records: readonly SubmissionRecord[];
  isStored: Promise<boolean>;
};

export class ArrivingLists {
  readonly #lists = new Map<string, Arriving>();

  /** What came of it before is void: it is asked for again. */
  begin(listId: string): void {
    this.#lists.set(listId, { reader: submissionsReader(), records: [], isStored: Promise.resolve(false) });
  }

  push(listId: string, bytes: Uint8Array): void {
    this.#lists.get(listId)?.reader.push(bytes);
  }

  /** All bytes of a list have come. `records`: null when it is unreadable. */
  end(listId: string): { readonly records: readonly SubmissionRecord[] | null; readonly isPart: boolean } {
    const list = this.#lists.get(listId);
    // A thread that was started anew meanwhile has not heard of it.
    if (list === undefined) throw new Error('The list did not arrive whole.');
    const records = list.reader.end();
    return { records, isPart: list.reader.isPart() };
  }

  /** Its records have been taken in. `isStored`: whether all of them are on the disk, once that is known. */
  keep(listId: string, records: readonly SubmissionRecord[], isStored: Promise<boolean>): void {
    const list = this.#lists.get(listId);
    if (list === undefined) return;
    list.records = records;
    list.isStored = isStored;
  }

  /** As the service listed them: so many from one on. */
  records(listId: string, from: number, count: number): readonly SubmissionRecord[] {
    return this.#lists.get(listId)?.records.slice(from, from + count) ?? [];
  }

  holds(listId: string, ids: readonly string[]): boolean {
    const listed = new Set(this.#lists.get(listId)?.records.map(({ id }) => id));
    return ids.every((id) => listed.has(id));
  }

  isStored(listId: string): Promise<boolean> {
    return this.#lists.get(listId)?.isStored ?? Promise.resolve(false);
  }

  drop(listId: string): void {
    this.#lists.delete(listId);
  }
}
