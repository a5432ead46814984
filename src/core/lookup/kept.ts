import { tokenWithId } from '../../shared/bridge/balances.ts';
import type { KeptSubmission, Match } from '../../shared/bridge/lookup.ts';
import type { Submission } from '../../shared/bridge/submissions.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { Cost } from '../../shared/submissions/cost.ts';
import type { Tokens } from '../balances/index.ts';
import type { Hit, Records } from '../records/index.ts';
import type { Reach } from '../service/index.ts';
import { type SubmissionQueries, submissionToWindow } from '../submissions/index.ts';

type Owner = NonNullable<ReturnType<SubmissionQueries['find']>>;

/** Single submissions on this computer: files (also those removed from the list) and records. */
export class Kept {
  readonly #submissions: SubmissionQueries;
  readonly #records: Records;
  readonly #tokens: Tokens;
  readonly #connection: Reach;

  constructor(submissions: SubmissionQueries, records: Records, tokens: Tokens, connection: Reach) {
    this.#submissions = submissions;
    this.#records = records;
    this.#tokens = tokens;
    this.#connection = connection;
  }

  /** The cost in the token that paid. Reads the account's tokens if they are not known yet. */
  async costOf(accountId: string, record: SubmissionRecord, submission: Submission | null): Promise<Cost | null> {
    const cost = this.#knownCost(accountId, record, submission);
    if (cost === null || cost.decimals !== null || record.fees === null) return cost;
    const to = await this.#connection(accountId);
    return to === null ? cost : this.#tokens.costOf(accountId, to, record);
  }

  #knownCost(accountId: string, record: SubmissionRecord | null, submission: Submission | null): Cost | null {
    if (record === null || record.fees === null) return submission?.cost ?? null;
    const token = tokenWithId(this.#tokens.known(accountId), record.tokenDetailsId);
    if (token === undefined && submission?.cost?.amount === record.fees) return submission.cost;
    return { amount: record.fees, token: token?.name ?? null, decimals: token?.decimals ?? null };
  }

  submission(accountId: string, submissionId: string): KeptSubmission {
    const owner = this.#submissions.withReceipt(accountId, submissionId);
    const file = this.#fileOf(owner);
    const submission = file === null ? null : submissionToWindow(file);
    const record = this.#records.get(accountId, submissionId);
    const part = this.#submissions.partWith(accountId, submissionId);
    // The cost of the file is not that of one part.
    const cost = this.#knownCost(accountId, record, part === null ? submission : null);
    const attempts = owner === null ? [] : this.#submissions.attempts(owner.id);
    const settlement = owner?.settlement ?? null;
    const facts = { accountId, submissionId, submission, attempts, settlement, record, cost };
    return { ...facts, ...(part === null ? {} : { part }) };
  }

  /** A search hit with its details; null if its row has been deleted. */
  match({ accountId, row, key }: Hit): Match | null {
    const owner =
      row.kind === 'submission' ? this.#submissions.find(row.id) : this.#submissions.withReceipt(accountId, row.id);
    const submissionId =
      row.kind === 'record'
        ? row.id
        : owner !== null && 'submissionId' in owner.state
          ? owner.state.submissionId
          : null;
    const file = this.#fileOf(owner);
    const part = submissionId === null ? null : this.#submissions.partWith(accountId, submissionId);
    const record = submissionId === null ? null : this.#records.get(accountId, submissionId);
    if (row.kind === 'submission' ? owner === null : record === null) return null;
    const at = record?.createdAt ?? owner?.addedAt ?? null;
    const value = {
      'submission-id': submissionId,
      'block-hash': record?.blockHash,
      'data-hash': record?.dataHash,
      'transaction-hash': record?.txHash,
      keccak256: owner?.keccak256,
      blake2b256: owner?.blake2b256,
      sha256: owner?.sha256,
      date: at,
      name: file?.name,
    }[key];
    return {
      accountId,
      submissionId,
      submission: file === null ? null : submissionToWindow(file),
      ...(part === null ? {} : { part }),
      phase: record?.phase ?? null,
      at,
      why: { key, value: value ?? '' },
    };
  }

  /** The row in the list. For a part, this is the row that contains it. */
  #fileOf(owner: Owner | null): Owner | null {
    return owner === null || owner.partOf === null ? owner : this.#submissions.find(owner.partOf.row);
  }
}
