import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import type { WeighAnswer } from '../../shared/bridge/drops.ts';
import type { Failure, Result } from '../../shared/failures/failure.ts';
import { isNamedReceipt, isReceiptFile, mayBeReceipt } from '../../shared/submissions/verification.ts';

/** The user compares one or two. */
const RECEIPTS_REMEMBERED = 8;

/**
 * Handles files that the user opened with Dropslip or dropped on its icon. A receipt is verified. Any other file is
 * asked about like a drop, even if its account submits drops without asking: a file is easily opened with the wrong
 * app, so the user first sees the file, the payer and the cost.
 */
export class FileOpening {
  readonly #isOwnPath: (path: string) => boolean;
  /** Reads a file as a receipt or a manifest. */
  readonly #readReference: (path: string) => Promise<Result<unknown>>;
  /** Asks the user about a drop in any case. Nothing of it enters the list before the answer. */
  readonly #askAbout: (paths: readonly string[]) => Promise<Result<WeighAnswer>>;
  /** Shows the window and sends it the event. */
  readonly #tell: (event: Extract<WindowEvent, { readonly kind: 'files-opened' | 'receipt-opened' }>) => void;
  /** Paths of receipts by the ids that the window knows, oldest first. */
  readonly #receipts = new Map<string, string>();

  constructor(
    isOwnPath: (path: string) => boolean,
    readReference: (path: string) => Promise<Result<unknown>>,
    askAbout: (paths: readonly string[]) => Promise<Result<WeighAnswer>>,
    tell: (event: Extract<WindowEvent, { readonly kind: 'files-opened' | 'receipt-opened' }>) => void,
  ) {
    this.#isOwnPath = isOwnPath;
    this.#readReference = readReference;
    this.#askAbout = askAbout;
    this.#tell = tell;
  }

  /** Returns null if the id is unknown or too old. */
  readonly receiptPath = (openedId: string): string | null => this.#receipts.get(openedId) ?? null;

  /** Takes all files that were opened at once. Never rejects. */
  async open(paths: readonly string[]): Promise<void> {
    const [first] = paths;
    if (first === undefined) return;
    if (paths.some(this.#isOwnPath)) return this.#refuse({ code: 'own-file' });
    try {
      if (await this.#areReceipts(paths, first)) return this.#openReceipt(first, paths.length - 1);
      const asked = await this.#askAbout(paths);
      if (!asked.ok) this.#refuse(asked.error);
      else if (asked.value.kind === 'asks') {
        this.#tell({ kind: 'files-opened', opened: { kind: 'asks', dropId: asked.value.dropId } });
      }
    } catch (error) {
      this.#refuse({ code: 'internal', detail: String(error) });
    }
  }

  /** Decides by name if possible; a `.json` file is a receipt if its content is one. */
  async #areReceipts(paths: readonly string[], first: string): Promise<boolean> {
    if (paths.every((path) => isNamedReceipt(basename(path)))) return true;
    if (paths.length > 1 || !mayBeReceipt(basename(first))) return false;
    return isReceiptFile(await this.#readReference(first));
  }

  #openReceipt(path: string, others: number): void {
    const openedId = randomUUID();
    this.#receipts.set(openedId, path);
    for (const oldest of [...this.#receipts.keys()].slice(0, -RECEIPTS_REMEMBERED)) this.#receipts.delete(oldest);
    this.#tell({ kind: 'receipt-opened', openedId, name: basename(path), others });
  }

  #refuse(reason: Failure): void {
    this.#tell({ kind: 'files-opened', opened: { kind: 'refused', reason } });
  }
}
