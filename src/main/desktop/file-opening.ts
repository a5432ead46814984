import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import type { WeighAnswer } from '../../shared/bridge/drops.ts';
import type { Failure, Result } from '../../shared/failures/failure.ts';
import { isNamedReceipt, isReferenceFile, mayBeReference } from '../../shared/submissions/verification.ts';

type FileOpeningParts = {
  readonly isOwnPath: (path: string) => boolean;
  /** Reads a file as a receipt or a manifest. */
  readonly readReference: (path: string) => Promise<Result<unknown>>;
  /** Has the person asked about a drop, whatever is in it: nothing of it is in the list before they have answered. */
  readonly askAbout: (paths: readonly string[]) => Promise<Result<WeighAnswer>>;
  /** Shows the window and tells it. */
  readonly tell: (event: Extract<WindowEvent, { readonly kind: 'files-opened' | 'receipt-opened' }>) => void;
};

/** A person compares one, perhaps two. */
const RECEIPTS_REMEMBERED = 8;

/**
 * What becomes of files that a person opened with Dropslip, or let go on its icon: a receipt is verified, everything else is
 * asked about like a drop. It takes one click too many to open a file with the wrong app, so nothing of it is submitted,
 * whatever its account's drops do by themselves, before the person has seen what it is, who pays and what it costs.
 */
export class FileOpening {
  readonly #parts: FileOpeningParts;
  /** Paths of receipts, by the ids that the window knows them by; oldest first. */
  readonly #receipts = new Map<string, string>();

  constructor(parts: FileOpeningParts) {
    this.#parts = parts;
  }

  /** Null for an id of none, or of one that was opened long ago. */
  readonly receiptPath = (openedId: string): string | null => this.#receipts.get(openedId) ?? null;

  /** All that was opened at once. Never rejects. */
  async open(paths: readonly string[]): Promise<void> {
    const { askAbout, isOwnPath } = this.#parts;
    const [first] = paths;
    if (first === undefined) return;
    if (paths.some(isOwnPath)) return this.#refuse({ code: 'own-file' });
    try {
      if (await this.#areReceipts(paths, first)) return this.#openReceipt(first, paths.length - 1);
      const asked = await askAbout(paths);
      if (!asked.ok) this.#refuse(asked.error);
      else if (asked.value.kind === 'asks') {
        this.#parts.tell({ kind: 'files-opened', opened: { kind: 'asks', dropId: asked.value.dropId } });
      }
    } catch (error) {
      this.#refuse({ code: 'internal', detail: String(error) });
    }
  }

  /** By their names where those say it; a `.json` is a receipt by what is in it. */
  async #areReceipts(paths: readonly string[], first: string): Promise<boolean> {
    if (paths.every((path) => isNamedReceipt(basename(path)))) return true;
    if (paths.length > 1 || !mayBeReference(basename(first))) return false;
    return isReferenceFile(await this.#parts.readReference(first));
  }

  #openReceipt(path: string, others: number): void {
    const openedId = randomUUID();
    this.#receipts.set(openedId, path);
    for (const oldest of [...this.#receipts.keys()].slice(0, -RECEIPTS_REMEMBERED)) this.#receipts.delete(oldest);
    this.#parts.tell({ kind: 'receipt-opened', openedId, name: basename(path), others });
  }

  #refuse(reason: Failure): void {
    this.#parts.tell({ kind: 'files-opened', opened: { kind: 'refused', reason } });
  }
}
