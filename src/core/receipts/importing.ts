import { basename, join } from 'node:path';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { ImportedReceipts, ImportProblem, Receipt } from '../../shared/bridge/receipts.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { readSubmissionId } from '../../shared/submissions/submission-id.ts';
import { isNamedReceipt, mayBeReceipt } from '../../shared/submissions/verification.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { FileThreads } from '../files/index.ts';
import { isStorable, type SlipOfOthers, type Slips, type SubmissionLocator } from '../submissions/index.ts';
import { type ExportedName, readExport } from './exported-names.ts';
import { readBytes, readReceiptBytes } from './receipt.ts';

/** Receipts in one transaction. Other work gets a turn after each. */
const STORED_AT_ONCE = 500;
/** No system has longer file names. */
const LONGEST_NAME = 255;
/** Windows and Linux open no longer path. */
const LONGEST_FOLDER = 4_096;
const LONGEST_TIME = 64;
const MOST_PARTS = 10_000;

/** Receipts and exports of other computers. Imports give names, digests and times to submissions that were made there. */
export class ReceiptImports {
  readonly #files: FileThreads;
  readonly #slips: Slips;
  readonly #locator: SubmissionLocator;
  readonly #accounts: () => readonly Account[];
  readonly #events: DomainEvents;

  constructor(
    files: FileThreads,
    slips: Slips,
    locator: SubmissionLocator,
    accounts: () => readonly Account[],
    events: DomainEvents,
  ) {
    this.#files = files;
    this.#slips = slips;
    this.#locator = locator;
    this.#accounts = accounts;
    this.#events = events;
  }

  /**
   * Imports files and folders one after the other. A problem with one does not stop the others. Error: `not-written`,
   * which ends the import.
   */
  async import(paths: readonly string[]): Promise<Result<ImportedReceipts>> {
    const counts = { added: 0, known: 0, files: 0 };
    const problems: ImportProblem[] = [];
    for (const path of paths) {
      const { isFolder, inside } = await this.#filesAt(path);
      if (!inside.ok) problems.push({ name: basename(path), reason: inside.error });
      for (const file of inside.ok ? inside.value : []) {
        const name = basename(file);
        const read = await this.#read(file);
        if (!read.ok) {
          // A folder may have other JSON files.
          const isOther = isFolder && read.error.code === 'not-a-receipt' && !isNamedReceipt(name);
          if (!isOther) problems.push({ name, reason: read.error });
          continue;
        }
        const { slips, reasons } = read.value;
        problems.push(...reasons.map((reason) => ({ name, reason })));
        try {
          const added = await this.#store(slips);
          counts.files += 1;
          counts.added += added;
          counts.known += slips.length - added;
        } catch (error) {
          return failure({ code: 'not-written', detail: String(error) });
        }
      }
    }
    return success({ ...counts, problems });
  }

  /** A file itself, or what may be receipts directly in a folder. */
  async #filesAt(path: string): Promise<{ readonly isFolder: boolean; readonly inside: Result<readonly string[]> }> {
    const isFolder = (await this.#files.look(path, 'follow')).kind === 'folder';
    if (!isFolder) return { isFolder, inside: success([path]) };
    const files: string[] = [];
    const listed = await this.#files.list(path, (entries) => {
      for (const { name } of entries) if (mayBeReceipt(name) && !name.startsWith('.')) files.push(join(path, name));
    });
    if ('code' in listed) return { isFolder, inside: failure({ code: 'receipt-unreadable', detail: listed.detail }) };
    if (files.length === 0) return { isFolder, inside: failure({ code: 'folder-without-receipts' }) };
    return { isFolder, inside: success(files.sort()) };
  }

  async #read(path: string): Promise<Result<ReadSlips>> {
    const read = await readBytes(this.#files, path);
    if (!read.ok) return read.error.code === 'receipt-too-large' ? failure({ code: 'import-too-large' }) : read;
    const receipts = readReceiptBytes(read.value);
    if (receipts.ok) return success(this.#slipsOf(receipts.value));
    if (receipts.error.code !== 'not-a-receipt') return receipts;
    const names = readExport(read.value);
    if (names.ok) return success(this.#slipsOfExport(names.value));
    return /\.csv$/i.test(path) ? failure({ code: 'export-is-csv' }) : names;
  }

  #slipsOf(receipts: readonly Receipt[]): ReadSlips {
    const slips: SlipOfOthers[] = [];
    const reasons = new Map<string, Failure>();
    for (const receipt of receipts) {
      const account = this.#accountOf(receipt);
      if (account.ok) slips.push({ accountId: account.value, desk: '', receipt: withBoundedName(receipt) });
      else reasons.set(JSON.stringify(account.error), account.error);
    }
    return { slips, reasons: [...reasons.values()] };
  }

  /** The account here that a receipt belongs to. */
  #accountOf(receipt: Receipt): Result<string> {
    const { account, submission } = receipt;
    const { kind, address, name } = account;
    if (!isBounded(receipt) || (kind === 'service' && address === null)) return failure({ code: 'receipt-damaged' });
    if (!isStorable(receipt)) return failure({ code: 'receipt-not-storable' });
    const there = this.#accounts().filter(
      (one) => one.kind === kind && (kind === 'practice' || one.address === address),
    );
    const found = this.#locator.find(submission.id, ({ accountId }) => there.some(({ id }) => id === accountId));
    const owner = there.find(({ id }) => id === found?.accountId);
    if (owner !== undefined) return success(owner.id);
    // Each computer has a practice service of its own.
    if (kind === 'practice') return failure({ code: 'receipt-of-practice' });
    const best = there.find((one) => one.name === name) ?? there[0];
    return best === undefined
      ? failure({ code: 'receipt-of-other-service', values: { address: (address ?? '').slice(0, LONGEST_NAME) } })
      : success(best.id);
  }

  /** An export names no service, so the records of the accounts here tell whose it is. */
  #slipsOfExport(names: readonly ExportedName[]): ReadSlips {
    const slips: SlipOfOthers[] = [];
    for (const { submissionId, name, folder, size, at } of names) {
      const found = this.#locator.find(submissionId);
      if (found === null) continue;
      // The record's time is neither that of the drop nor that of the answer.
      const times = { addedAt: at, submittedAt: null, seenConfirmedAt: null, blockTime: null, vouched: null };
      const file = { name, size, keccak256: null, blake2b256: null, sha256: null };
      const receipt = withBoundedName({ submission: { id: found.submissionId, ...times }, file, composition: null });
      slips.push({ accountId: found.accountId, desk: '', receipt, folder: folder?.slice(0, LONGEST_FOLDER) ?? null });
    }
    const count = names.length - slips.length;
    return { slips, reasons: count === 0 ? [] : [{ code: 'export-not-known', values: { count } }] };
  }

  /** Returns the number of submissions that were not known before. */
  async #store(slips: readonly SlipOfOthers[]): Promise<number> {
    let added = 0;
    for (let start = 0; start < slips.length; start += STORED_AT_ONCE) {
      const some = Map.groupBy(slips.slice(start, start + STORED_AT_ONCE), ({ accountId }) => accountId);
      for (const [accountId, ofAccount] of some) {
        const ids = new Set(ofAccount.map(({ receipt }) => receipt.submission.id));
        added += [...ids].filter((id) => this.#slips.find(accountId, id) === null).length;
        const changed = await this.#slips.add(ofAccount);
        if (changed.length > 0) this.#events.emit('slips.changed', { accountId, ids: changed });
      }
    }
    return added;
  }
}

/** `reasons`: why some of the file is not among the slips. */
type ReadSlips = { readonly slips: readonly SlipOfOthers[]; readonly reasons: readonly Failure[] };

function withBoundedName<Of extends SlipOfOthers['receipt']>(receipt: Of): Of {
  return { ...receipt, file: { ...receipt.file, name: receipt.file.name.slice(0, LONGEST_NAME).toWellFormed() } };
}

/** Returns what is stored of a receipt from elsewhere; null if it cannot be stored, or has texts that no app writes. */
export function storedPart(receipt: Receipt): Receipt | null {
  return isBounded(receipt) && isStorable(receipt) ? withBoundedName(receipt) : null;
}

/** False for texts that no app writes: they would fill the database. */
function isBounded({ submission, file, composition }: Receipt): boolean {
  const { id, addedAt, submittedAt, seenConfirmedAt, vouched } = submission;
  const parts = composition?.parts ?? [];
  const ids = [id, ...parts.map(({ submissionId }) => submissionId)];
  const times = [addedAt, submittedAt, seenConfirmedAt, vouched?.at];
  return (
    file.name !== '' &&
    parts.length <= MOST_PARTS &&
    ids.every((each) => readSubmissionId(each) === each) &&
    times.every((time) => (time ?? '').length <= LONGEST_TIME)
  );
}
