import { readAddress } from '../../shared/addresses.ts';
import type { CallInputs, Handlers } from '../../shared/bridge/bridge.ts';
import type { NetworkAnswer } from '../../shared/bridge/network.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { claimOf } from './check.ts';
import type { Network } from './network.ts';

type SaidClaim = CallInputs['network.checkReceipt']['claim'];

/** The place of bytes on the network, according to a record or a receipt. */
export type NetworkPlace = Pick<SubmissionRecord, 'id' | 'blockHash' | 'extrinsicIndex' | 'txHash' | 'dataHash'>;

/** The accounts and their nodes. */
export type AccountNodes = {
  readonly hasNode: (accountId: string) => boolean;
  /** The address of the account's node; null if it has none. */
  readonly nodeAddress: (accountId: string) => string | null | Promise<string | null>;
  /** The account of a receipt, or else the only account with a node; null if there is none. */
  readonly accountOfReceipt: (submissionId: string, address: string | null) => string | null;
};

/** The claim of a stored record and of the file that Dropslip read; null if no record is stored. */
export type StoredClaim = (accountId: string, submissionId: string) => SaidClaim | null;

/** The checks that the user starts, and their last answers until the app quits. */
export class NetworkChecks {
  readonly #network: Network;
  readonly #nodes: AccountNodes;
  readonly #storedClaim: StoredClaim;
  readonly #running = new Map<string, AbortController>();
  readonly #answers = new Map<string, NetworkAnswer>();

  constructor(network: Network, nodes: AccountNodes, storedClaim: StoredClaim) {
    this.#network = network;
    this.#nodes = nodes;
    this.#storedClaim = storedClaim;
  }

  /** Errors: `no-node`, `no-such-record`, `cancelled`. */
  async check({ checkId, accountId, submissionId }: CallInputs['network.check']): Promise<Result<NetworkAnswer>> {
    const claim = this.#storedClaim(accountId, submissionId);
    if (claim === null) return failure({ code: 'no-such-record' });
    const answer = await this.#ask(checkId, accountId, claim);
    if (answer.ok) this.#answers.set(keyOf(accountId, submissionId), answer.value);
    return answer;
  }

  /** Errors: `no-node`, `cancelled`. */
  async checkReceipt(asked: CallInputs['network.checkReceipt']): Promise<Result<NetworkAnswer>> {
    const { checkId, submissionId, claim } = asked;
    const accountId = this.#nodes.accountOfReceipt(submissionId, asked.address);
    if (accountId === null) return failure({ code: 'no-node' });
    return this.#ask(checkId, accountId, claim);
  }

  hasNode(accountId: string): boolean {
    return this.#nodes.hasNode(accountId);
  }

  /**
   * The bytes at a place on the network, proven by its hash of them. Errors: `no-node`, `node-silent`, `not-from-
   * network`, `cancelled`.
   */
  async bytes(accountId: string, place: NetworkPlace, signal: AbortSignal): Promise<Result<Uint8Array>> {
    const address = await this.#nodes.nodeAddress(accountId);
    if (address === null) return failure({ code: 'no-node' });
    const { blockHash, extrinsicIndex, txHash, dataHash } = place;
    const said: SaidClaim = {
      blockHash,
      extrinsicIndex,
      txHash,
      dataHash,
      sentAs: 'file',
      size: null,
      keccak256: null,
      blake2b256: null,
    };
    return this.#network.bytes(address, claimOf(said), signal);
  }

  cancel(checkId: string): void {
    this.#running.get(checkId)?.abort();
  }

  /** The last answer since the start of the app, if it was `holds` or `blob`; else null. */
  heldLast(accountId: string, submissionId: string): NetworkAnswer | null {
    const answer = this.#answers.get(keyOf(accountId, submissionId));
    return answer?.verdict.kind === 'holds' || answer?.verdict.kind === 'blob' ? answer : null;
  }

  close(): void {
    for (const abort of this.#running.values()) abort.abort();
  }

  async #ask(checkId: string, accountId: string, claim: SaidClaim): Promise<Result<NetworkAnswer>> {
    const abort = new AbortController();
    this.#running.set(checkId, abort);
    try {
      const address = await this.#nodes.nodeAddress(accountId);
      if (address === null) return failure({ code: 'no-node' });
      return await this.#network.check(address, claimOf(claim), abort.signal);
    } finally {
      if (this.#running.get(checkId) === abort) this.#running.delete(checkId);
    }
  }
}

/** Includes the account, because another service may use the same id. */
const keyOf = (accountId: string, submissionId: string): string => `${accountId} ${submissionId}`;

/** Normalises a node's address. It must be encrypted, unless the node runs on this computer. */
export function readNodeAddress(text: string): Result<string> {
  const read = readAddress(text);
  if (!read.ok) return failure({ code: 'address-not-valid', values: { problem: read.problem } });
  return read.isExposed ? failure({ code: 'node-not-encrypted' }) : success(read.address);
}

export function networkHandlers(networkChecks: NetworkChecks): Handlers<'network'> {
  return {
    'network.check': (asked) => networkChecks.check(asked),
    'network.checkReceipt': (asked) => networkChecks.checkReceipt(asked),
    'network.held': ({ accountId, submissionId }) => success(networkChecks.heldLast(accountId, submissionId)),
    'network.cancel': ({ checkId }) => networkChecks.cancel(checkId),
  };
}
