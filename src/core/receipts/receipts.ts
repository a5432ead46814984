import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Account } from '../../shared/bridge/accounts.ts';
import { type KnownToken, tokenWithId } from '../../shared/bridge/balances.ts';
import type { Handlers } from '../../shared/bridge/bridge.ts';
import type { NetworkAnswer } from '../../shared/bridge/network.ts';
import type { Receipt, SavedReceipts } from '../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { SizeUnits } from '../../shared/sizes.ts';
import type { Cost } from '../../shared/submissions/cost.ts';
import { RECEIPT_EXTENSION, RECEIPT_TYPE } from '../../shared/submissions/verification.ts';
import { localDay } from '../../shared/time.ts';
import type { ReceiptImports } from './importing.ts';
import type { KeptSubmissions } from './kept-submissions.ts';
import { printableReceipt, printedPage } from './printable-receipt.ts';
import { bytesInFile, LARGEST_FILE_BYTES, makeReceipt, receiptText } from './receipt.ts';
import type { Verifier } from './verifier.ts';

/** Converts a page to a PDF. */
export type Print = (page: string) => Promise<Uint8Array<ArrayBuffer>>;

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

  /** The submission ids of the account's own files, oldest first. Error: `unknown-account`. */
  idsOf(accountId: string): Result<readonly string[]> {
    const isKnown = this.#accounts().some(({ id }) => id === accountId);
    return isKnown ? success(this.#kept.idsOf(accountId)) : failure({ code: 'unknown-account' });
  }

  /**
   * Receipts in one file: as many of the first ones as fit. Errors: `unknown-submission`, `not-own`, and
   * `receipt-not-saved` if the first one does not fit.
   */
  async json(submissionIds: readonly string[]): Promise<Result<SavedReceipts>> {
    const receipts: Receipt[] = [];
    const ids = [...new Set(submissionIds)];
    let bytesLeft = LARGEST_FILE_BYTES - FRAME_BYTES;
    for (const id of ids) {
      const one = this.receiptOf(id);
      if (!one.ok) return one;
      bytesLeft -= bytesInFile(one.value);
      if (bytesLeft < 0) {
        if (receipts.length > 0) break;
        return failure({ code: 'receipt-not-saved', values: { name: one.value.file.name } });
      }
      receipts.push(one.value);
      // Lets other requests run: ten thousand receipts take one or two seconds.
      if (receipts.length % MADE_AT_ONCE === 0) await setImmediate();
    }
    return success({
      name: `${nameOf(receipts)}${RECEIPT_EXTENSION}`,
      type: RECEIPT_TYPE,
      bytes: new TextEncoder().encode(receiptText(receipts)),
      left: ids.slice(receipts.length),
    });
  }

  /** Receipts in one PDF: at most the first hundred. Errors: those of a receipt, and `not-printed`. */
  async pdf(submissionIds: readonly string[]): Promise<Result<SavedReceipts>> {
    const receipts: Receipt[] = [];
    const ids = [...new Set(submissionIds)];
    for (const id of ids.slice(0, MOST_PRINTED)) {
      const one = this.receiptOf(id);
      if (!one.ok) return one;
      receipts.push(one.value);
    }
    const articles = receipts.map((receipt) =>
      printableReceipt(receipt, { sizes: this.#sizes, cost: this.#costOf(receipt.submission.id) }),
    );
    const [only, ...more] = receipts;
    const page = printedPage(only !== undefined && more.length === 0 ? only.file.name : 'Dropslip', articles);
    const bytes = await this.#printTurns(() => this.#print(page).catch(String));
    if (typeof bytes === 'string') return failure({ code: 'not-printed', detail: bytes });
    return success({
      name: `${nameOf(receipts)}.pdf`,
      type: 'application/pdf',
      bytes,
      left: ids.slice(receipts.length),
    });
  }

  /** Uses the stored tokens, so that no receipt waits for the service. */
  #costOf(submissionId: string): Cost | null {
    const found = this.#kept.find(submissionId);
    if (found === null || found.record === null || found.record.fees === null) return null;
    const { accountId, record } = found;
    const token = tokenWithId(this.#knownTokens(accountId), record.tokenDetailsId);
    return token === undefined ? null : { amount: found.record.fees, token: token.name, decimals: token.decimals };
  }

  /** The receipt of one submission. Errors: `unknown-submission`, `not-own`. */
  receiptOf(id: string): Result<Receipt> {
    const found = this.#kept.find(id);
    const account = this.#accounts().find((one) => one.id === found?.accountId);
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
/** The most receipts in a PDF. Printing more could take too long. */
const MOST_PRINTED = 100;
/** Bytes around the receipts in their file; fewer than a hundred are needed. */
const FRAME_BYTES = 1024;

/** The name of a file with these receipts. */
function nameOf(receipts: readonly Receipt[]): string {
  const [first, ...more] = receipts;
  return first !== undefined && more.length === 0
    ? `${first.file.name} receipt`
    : `${receipts.length} receipts ${localDay(Date.now())}`;
}

/** `openedReceipt`: the path of a receipt that was opened with Dropslip; null for an unknown id. */
export function receiptHandlers(
  receipts: Receipts,
  verifier: Verifier,
  imports: ReceiptImports,
  openedReceipt: (openedId: string) => string | null,
): Handlers<'receipts'> {
  return {
    'receipts.list': ({ accountId }) => receipts.idsOf(accountId),
    'receipts.json': ({ submissionIds }) => receipts.json(submissionIds),
    'receipts.pdf': ({ submissionIds }) => receipts.pdf(submissionIds),
    'receipts.cancelVerify': ({ checkId }) => verifier.cancel(checkId),
    'receipts.read': ({ paths: [path = ''] }) => verifier.read(path),
    'receipts.readOpened': ({ openedId }) => {
      const path = openedReceipt(openedId);
      return path === null ? failure({ code: 'files-not-given' }) : verifier.read(path);
    },
    'receipts.import': ({ paths }) => imports.import(paths),
    'receipts.verify': ({ paths: [path = '', receiptPath = ''], ...asked }) => {
      const { checkId } = asked;
      if (asked.against === 'kept') return verifier.verifyKept(checkId, path, asked.submissionId);
      const reference = asked.against === 'receipt' ? receiptPath : openedReceipt(asked.openedId);
      if (reference === null) return failure({ code: 'files-not-given' });
      return verifier.verifyReceipt(checkId, path, reference);
    },
  };
}
