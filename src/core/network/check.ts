import type { z } from 'zod';
import type { NetworkFacts, NetworkVerdict, networkClaimInput, UntoldReason } from '../../shared/bridge/network.ts';
import type { SentAs } from '../../shared/bridge/receipts.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { normaliseHex } from '../../shared/text.ts';
import {
  blockTime,
  extrinsicsRoot,
  type Hashing,
  type Header,
  type HeaderProof,
  isWhole,
  namedBlobSize,
  proveHeader,
  submittedTails,
} from './chain-format.ts';
import type { Node } from './node.ts';

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** `bytes`: the bytes of the transaction, proven by a claimed hash; null otherwise. */
export type Checked = {
  readonly verdict: NetworkVerdict;
  readonly facts: NetworkFacts;
  readonly bytes: Uint8Array | null;
};

const holds = Symbol('nothing speaks against it so far');
type Step = NetworkVerdict | typeof holds;

/**
 * Checks with a node that the network has the claimed bytes. Whatever can be proven does not rely on the node: the
 * block's hash proves its header, the header its transactions, and a hash the bytes. Only finality relies on the node.
 */
export class Check {
  readonly #claim: Claim;
  readonly #node: Node;
  readonly #hashing: Hashing;
  readonly #facts: Mutable<NetworkFacts>;
  #header: Header | null = null;
  #headerProof: HeaderProof = 'unknown';
  #transaction: Uint8Array = new Uint8Array(0);
  #bytes: Uint8Array | null = null;

  constructor(claim: Claim, node: Node, hashing: Hashing) {
    this.#claim = claim;
    this.#node = node;
    this.#hashing = hashing;
    this.#facts = {
      node: node.address,
      chain: null,
      blockHash: claim.blockHash,
      blockNumber: null,
      blockTime: null,
      finalizedNumber: null,
      extrinsicIndex: claim.extrinsicIndex,
      txHash: { recorded: claim.txHash, found: null },
      dataHash: { recorded: claim.dataHash, found: null },
      sentAs: claim.sentAs,
      sentHash: claim.digests.blake2b256,
      size: { expected: claim.size, found: null },
      proven: { header: false, transactions: false },
    };
  }

  /** Never rejects. */
  async run(): Promise<Checked> {
    const verdict = await this.#run();
    return { verdict, facts: this.#facts, bytes: this.#bytes };
  }

  async #run(): Promise<NetworkVerdict> {
    const { blockHash, extrinsicIndex } = this.#claim;
    if (blockHash === null) return untold('no-block-yet');
    if (extrinsicIndex === null) return untold('no-place');
    for (const step of [
      () => this.#checkFinality(blockHash),
      () => this.#readBlock(blockHash, extrinsicIndex),
      () => this.#checkTransaction(),
    ]) {
      const came = await step();
      if (came !== holds) return came;
    }
    return this.#judgeBytes();
  }

  async #checkFinality(blockHash: string): Promise<Step> {
    const finalized = await this.#finalizedNumber();
    if (typeof finalized !== 'number') return finalized;
    this.#facts.finalizedNumber = finalized;
    // A node without an answer to this is still usable.
    const chain = await this.#node.chain();
    this.#facts.chain = chain.ok ? chain.value : null;
    const header = await this.#node.header(blockHash);
    if (!header.ok) return silent(header.error);
    if (header.value === null) return untold('unknown-block');
    this.#header = header.value;
    this.#headerProof = proveHeader(header.value, blockHash, this.#hashing);
    if (this.#headerProof === 'other') return untold('node-contradicts-itself');
    this.#facts.proven = { ...this.#facts.proven, header: this.#headerProof === 'proven' };
    const { number } = header.value;
    this.#facts.blockNumber = number;
    if (number > finalized) return { kind: 'not-final', why: 'not-yet' };
    const there = await this.#node.blockHash(number);
    if (!there.ok) return silent(there.error);
    // A node with the finalized head has a block at each lower height.
    if (there.value === null) return untold('node-contradicts-itself');
    return there.value === blockHash ? holds : { kind: 'not-final', why: 'other-block' };
  }

  async #finalizedNumber(): Promise<number | NetworkVerdict> {
    const hash = await this.#node.finalizedHead();
    if (!hash.ok) return silent(hash.error);
    const header = await this.#node.header(hash.value);
    if (!header.ok) return silent(header.error);
    if (header.value === null || proveHeader(header.value, hash.value, this.#hashing) === 'other') {
      return untold('node-contradicts-itself');
    }
    return header.value.number;
  }

  async #readBlock(blockHash: string, extrinsicIndex: number): Promise<Step> {
    const block = await this.#node.block(blockHash);
    if (!block.ok) return silent(block.error);
    if (block.value === null) return untold('pruned');
    const { header, transactions } = block.value;
    if (header.number !== this.#header?.number || header.extrinsicsRoot !== this.#header.extrinsicsRoot) {
      return untold('node-contradicts-itself');
    }
    const root = `0x${Buffer.from(extrinsicsRoot(transactions, this.#hashing)).toString('hex')}`;
    const areItsOwn = header.extrinsicsRoot === root;
    // The root of an unproven header may follow another format.
    if (!areItsOwn && this.#headerProof === 'proven') return untold('node-contradicts-itself');
    this.#facts.proven = { ...this.#facts.proven, transactions: areItsOwn && this.#headerProof === 'proven' };
    this.#facts.blockTime = blockTime(transactions);
    const transaction = transactions[extrinsicIndex];
    if (transaction === undefined) return { kind: 'other-transaction' };
    this.#transaction = transaction;
    return holds;
  }

  async #checkTransaction(): Promise<Step> {
    const { txHash } = this.#claim;
    const found = this.#hashing.blake2b256(this.#transaction);
    this.#facts.txHash = { recorded: txHash, found };
    if (txHash !== null && txHash !== found) return { kind: 'other-transaction' };
    return isWhole(this.#transaction) ? holds : untold('node-contradicts-itself');
  }

  #judgeBytes(): NetworkVerdict {
    const { dataHash, digests, size } = this.#claim;
    const tails = submittedTails(this.#transaction).map((bytes) => ({ bytes, ...this.#sameAs(bytes) }));
    const found = tails.find(({ asFile, asRecorded }) => asFile || asRecorded);
    if (found === undefined) {
      const blob = this.#namedBlob();
      if (blob !== null) return blob;
    }
    const carried = found ?? tails[0];
    if (carried === undefined) return { kind: 'other-bytes' };
    const { bytes, asFile, asRecorded } = carried;
    this.#facts.dataHash = { recorded: dataHash, found: this.#hashing.blake2b256(bytes) };
    this.#facts.size = { expected: size, found: bytes.byteLength };
    const isFileKnown = digests.blake2b256 !== null || digests.keccak256 !== null;
    if (asFile || (asRecorded && !isFileKnown)) this.#bytes = bytes;
    if (asFile) return { kind: 'holds', by: 'file' };
    if (!isFileKnown && asRecorded) return { kind: 'holds', by: 'record' };
    if (!isFileKnown && dataHash === null) return untold('nothing-to-compare');
    // Encryption may keep the size.
    if (asRecorded) return untold('may-be-encrypted');
    return { kind: 'other-bytes' };
  }

  /** Null if the transaction names neither the file nor the recorded content as a blob. */
  #namedBlob(): NetworkVerdict | null {
    const { dataHash, digests, size } = this.#claim;
    for (const hash of new Set([digests.keccak256, dataHash])) {
      const found = hash === null ? null : namedBlobSize(this.#transaction, hash);
      if (found === null) continue;
      this.#facts.dataHash = { recorded: dataHash, found: hash };
      this.#facts.size = { expected: size, found };
      if (hash === digests.keccak256) return size === null || size === found ? { kind: 'blob', by: 'file' } : null;
      return digests.keccak256 === null ? { kind: 'blob', by: 'record' } : untold('may-be-encrypted');
    }
    return null;
  }

  /** Includes Keccak-256, for older records. */
  #sameAs(bytes: Uint8Array): { readonly asFile: boolean; readonly asRecorded: boolean } {
    const { dataHash, digests } = this.#claim;
    const blake2b256 = this.#hashing.blake2b256(bytes);
    const isKeccakAsked = (dataHash ?? blake2b256) !== blake2b256 || digests.blake2b256 === null;
    const keccak256 = isKeccakAsked ? this.#hashing.keccak256(bytes) : null;
    return {
      asFile: digests.blake2b256 === null ? digests.keccak256 === keccak256 : digests.blake2b256 === blake2b256,
      asRecorded: dataHash !== null && (dataHash === blake2b256 || dataHash === keccak256),
    };
  }
}

function untold(why: UntoldReason): NetworkVerdict {
  return { kind: 'cannot-tell', why };
}

function silent(reason: Failure): NetworkVerdict {
  return { kind: 'cannot-tell', why: 'node-silent', reason };
}

/** A claim about bytes on the network. Hashes are normalised by `normaliseHex`; null if the claim has none. */
export type Claim = {
  readonly blockHash: string | null;
  readonly extrinsicIndex: number | null;
  readonly txHash: string | null;
  /** The service's hash of the bytes, whose kind it does not state. */
  readonly dataHash: string | null;
  /** The content of the submission. */
  readonly sentAs: SentAs;
  /** Digests of that content, computed by Dropslip. */
  readonly digests: { readonly keccak256: string | null; readonly blake2b256: string | null };
  readonly size: number | null;
};

/** Parses the claim of a record or a receipt, which may contain any text of a service. */
export function claimOf(said: z.output<typeof networkClaimInput>): Claim {
  const { blockHash, extrinsicIndex, size, keccak256, blake2b256 } = said;
  return {
    blockHash: hashIn(blockHash),
    extrinsicIndex: extrinsicIndex !== null && /^\d{1,9}$/.test(extrinsicIndex) ? Number(extrinsicIndex) : null,
    txHash: hashIn(said.txHash),
    dataHash: hashIn(said.dataHash),
    sentAs: said.sentAs,
    digests: { keccak256, blake2b256 },
    size,
  };
}

const HASH_CHARACTERS = 66;

/** A hash of zeros means that there is none yet. */
function hashIn(text: string | null): string | null {
  const hex = text === null ? null : normaliseHex(text);
  return hex === null || hex.length !== HASH_CHARACTERS || /^0x0+$/.test(hex) ? null : hex;
}
