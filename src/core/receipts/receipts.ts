import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { KnownToken } from '../../shared/bridge/balances.ts';
import type { Handlers } from '../../shared/bridge/bridge.ts';
import type { NetworkAnswer } from '../../shared/bridge/network.ts';
import type { Receipt, SavedFile, SavedReceipts } from '../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { SizeUnits } from '../../shared/sizes.ts';
import type { Cost } from '../../shared/submissions/cost.ts';
import { RECEIPT_EXTENSION, RECEIPT_TYPE } from '../../shared/submissions/verification.ts';
import { localDay } from '../../shared/time.ts';
import { type Print, printedFile } from '../printed-page.ts';
import type { KeptSubmissions } from './kept-submissions.ts';
import { printableReceipt } from './printable-receipt.ts';
import { bytesInFile, LARGEST_FILE_BYTES, makeReceipt, receiptText } from './receipt.ts';
import type { ReceiptPdfs } from './receipt-pdfs.ts';
import type { Verifier } from './verifier.ts';

export class Receipts {
  readonly #kept: KeptSubmissions;
  readonly #accounts: () => readonly Account[];
  /** The account's tokens, as last read. */
  readonly #knownTokens: (accountId: string) => readonly KnownToken[];
  /** The last check of a submission on the network since the start of the app, if it held. */
  readonly #network: (accountId: string, submissionId: string) => NetworkAnswer | null;
  readonly #sizes: SizeUnits;
  readonly #appVersion: string;
  readonly #print: Print;
  /** Each page needs a hidden window, with a process and memory. */
  readonly #printTurns = pLimit(PRINTED_AT_ONCE);

  constructor(
    kept: KeptSubmissions,
    accounts: () => readonly Account[],
    knownTokens: (accountId: string) => readonly KnownToken[],
    network: (accountId: string, submissionId: string) => NetworkAnswer | null,
    sizes: SizeUnits,
    appVersion: string,
    print: Print,
  ) {
    this.#kept = kept;
    this.#accounts = accounts;
    this.#knownTokens = knownTokens;
    this.#network = network;
    this.#sizes = sizes;
    this.#appVersion = appVersion;
    this.#print = print;
  }

  /**
   * Receipts in one file: as many of the first ones as fit. Errors: `unknown-submission`, `not-own`, `receipt-not-
   * saved` if the first one does not fit.
   */
  async json(submissionIds: readonly string[]): Promise<Result<SavedReceipts>> {
    const receipts: Receipt[] = [];
    const ids = [...new Set(submissionIds)];
    let left = LARGEST_FILE_BYTES - FRAME_BYTES;
    for (const id of ids) {
      const one = this.#receiptOf(id);
      if (!one.ok) return one;
      left -= bytesInFile(one.value);
      if (left < 0 && receipts.length === 0) {
        return failure({ code: 'receipt-not-saved', values: { name: one.value.file.name } });
      }
      if (left < 0) break;
      receipts.push(one.value);
      // Lets other requests run: ten thousand receipts take one or two seconds.
      if (receipts.length % MADE_AT_ONCE === 0) await setImmediate();
    }
    const [first] = receipts;
    const name =
      receipts.length === 1 && first
        ? `${first.file.name} receipt${RECEIPT_EXTENSION}`
        : `${receipts.length} receipts ${localDay(Date.now())}${RECEIPT_EXTENSION}`;
    return success({
      name,
      type: RECEIPT_TYPE,
      bytes: new TextEncoder().encode(receiptText(receipts)),
      left: ids.slice(receipts.length),
    });
  }

  /** Errors: those of a receipt, and `not-printed`. */
  async pdf(submissionId: string): Promise<Result<SavedFile>> {
    const receipt = this.#receiptOf(submissionId);
    if (!receipt.ok) return receipt;
    const page = printableReceipt(receipt.value, {
      sizes: this.#sizes,
      cost: this.#costOf(receipt.value.submission.id),
      network: this.#networkAnswerOf(receipt.value.submission.id),
    });
    const name = `${receipt.value.file.name} receipt.pdf`;
    return this.#printTurns(() => printedFile(this.#print, name, page));
  }

  /** Uses the stored tokens, so that no receipt waits for the service. */
  #costOf(submissionId: string): Cost | null {
    const found = this.#kept.find(submissionId);
    if (found === null || found.record === null || found.record.fees === null) return null;
    const { accountId, record } = found;
    const token = this.#knownTokens(accountId).find(({ tokenDetailsId }) => tokenDetailsId === record.tokenDetailsId);
    return token === undefined ? null : { amount: found.record.fees, token: token.name, decimals: token.decimals };
  }

  #networkAnswerOf(submissionId: string): NetworkAnswer | null {
    const found = this.#kept.find(submissionId);
    return found === null ? null : this.#network(found.accountId, submissionId);
  }

  #receiptOf(id: string): Result<Receipt> {
    const found = this.#kept.find(id);
    const account = this.#accounts().find(({ id }) => id === found?.accountId);
    if (found === null || account === undefined) return failure({ code: 'unknown-submission' });
    return makeReceipt(
      found,
      account,
      { appVersion: this.#appVersion, issuedAt: new Date().toISOString() },
      this.#network(found.accountId, id),
    );
  }
}

const PRINTED_AT_ONCE = 2;
const MADE_AT_ONCE = 100;
/** Bytes around the receipts in their file; fewer than a hundred are needed. */
const FRAME_BYTES = 1024;

/** `openedReceipt`: the path of a receipt that was opened with Dropslip; null for an unknown id. */
export function receiptHandlers(
  receipts: Receipts,
  receiptPdfs: ReceiptPdfs,
  verifier: Verifier,
  openedReceipt: (openedId: string) => string | null,
): Handlers<'receipts'> {
  return {
    'receipts.json': ({ submissionIds }) => receipts.json(submissionIds),
    'receipts.pdf': ({ submissionId }) => receipts.pdf(submissionId),
    'receipts.savePdfs': ({ saveId, submissionIds }) => receiptPdfs.save(saveId, submissionIds),
    'receipts.cancelSave': ({ saveId }) => receiptPdfs.cancel(saveId),
    'receipts.cancelVerify': ({ checkId }) => verifier.cancel(checkId),
    'receipts.read': ({ paths: [path = ''] }) => verifier.read(path),
    'receipts.readOpened': ({ openedId }) => {
      const path = openedReceipt(openedId);
      return path === null ? failure({ code: 'files-not-given' }) : verifier.read(path);
    },
    'receipts.verify': ({ paths: [path = '', receiptPath = ''], ...asked }) => {
      const { checkId } = asked;
      if (asked.against === 'kept') return verifier.verifyKept(checkId, path, asked.submissionId);
      const reference = asked.against === 'receipt' ? receiptPath : openedReceipt(asked.openedId);
      if (reference === null) return failure({ code: 'files-not-given' });
      return verifier.verifyReceipt(checkId, path, reference);
    },
  };
}
