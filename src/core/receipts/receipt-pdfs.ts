import type { SavedFile, SavedPdfs } from '../../shared/bridge/receipts.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { localDay } from '../../shared/time.ts';
import type { DomainEvents } from '../domain-events.ts';
import { savingProblemOf } from '../files/index.ts';

export type ReceiptFolder = {
  readonly name: string;
  readonly write: (fileName: string, bytes: Uint8Array) => Promise<void>;
  /** Deletes the folder if it is empty. */
  readonly discard: () => Promise<void>;
  /** Call after the last file. Notifies the user. */
  readonly finish: () => void;
};

function notWritten(error: unknown): Failure {
  return { code: 'receipts-not-written', values: { why: savingProblemOf(error) }, detail: String(error) };
}

/** The number of parallel PDFs: each needs its own process. */
const AT_ONCE = 2;

const stopped: Failure = { code: 'cancelled' };

type Saving = { readonly saveId: string; readonly abort: AbortController; readonly total: number; done: number };

/** Saves receipts as PDFs in a new folder. Saved files stay, even after an error. */
export class ReceiptPdfs {
  readonly #pdf: (submissionId: string) => Promise<Result<SavedFile>>;
  readonly #newFolder: (name: string) => Promise<ReceiptFolder>;
  readonly #now: () => number;
  readonly #events: DomainEvents;
  readonly #savings = new Map<string, Saving>();

  constructor(
    pdf: (submissionId: string) => Promise<Result<SavedFile>>,
    newFolder: (name: string) => Promise<ReceiptFolder>,
    now: () => number,
    events: DomainEvents,
  ) {
    this.#pdf = pdf;
    this.#newFolder = newFolder;
    this.#now = now;
    this.#events = events;
  }

  /** Errors: those of a receipt, and `receipts-not-written`, if no file was saved. */
  async save(saveId: string, submissionIds: readonly string[]): Promise<Result<SavedPdfs>> {
    const saving: Saving = { saveId, abort: new AbortController(), total: submissionIds.length, done: 0 };
    this.#savings.set(saveId, saving);
    try {
      const folder = await this.#newFolder(`Receipts ${localDay(this.#now())}`);
      const reason = await this.#writeAll(saving, submissionIds, folder);
      if (saving.done === 0 && reason !== null) {
        await folder.discard();
        return failure(reason);
      }
      // An incomplete folder is reported too, because its files are useful.
      folder.finish();
      return success({ folderName: folder.name, saved: saving.done, reason });
    } catch (error) {
      return failure(notWritten(error));
    } finally {
      if (this.#savings.get(saveId) === saving) this.#savings.delete(saveId);
    }
  }

  /** PDFs in progress are still completed. */
  cancel(saveId: string): void {
    this.#savings.get(saveId)?.abort.abort();
  }

  close(): void {
    for (const { abort } of this.#savings.values()) abort.abort();
  }

  /** The reason why some PDFs are missing; null if all are there. */
  async #writeAll(saving: Saving, submissionIds: readonly string[], folder: ReceiptFolder): Promise<Failure | null> {
    const reasons: Failure[] = [];
    const left = submissionIds.values();
    const writeSome = async (): Promise<void> => {
      for (const submissionId of left) {
        if (reasons.length > 0) return;
        const reason = saving.abort.signal.aborted ? stopped : await this.#write(saving, submissionId, folder);
        if (reason !== null) reasons.push(reason);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, writeSome));
    return reasons[0] ?? null;
  }

  async #write(saving: Saving, submissionId: string, folder: ReceiptFolder): Promise<Failure | null> {
    const made = await this.#pdf(submissionId);
    if (!made.ok) return made.error;
    try {
      await folder.write(made.value.name, made.value.bytes);
    } catch (error) {
      return notWritten(error);
    }
    saving.done += 1;
    this.#events.emit('receipts.save-progress', { saveId: saving.saveId, done: saving.done, total: saving.total });
    return null;
  }
}
