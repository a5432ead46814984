import pLimit, { type LimitFunction } from 'p-limit';
import pTimeout from 'p-timeout';
import type { NetworkAnswer } from '../../shared/bridge/network.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { Hashing } from './chain-format.ts';
import { Check, type Checked, type Claim } from './check.ts';
import { Node } from './node.ts';

const cancelled: Failure = { code: 'cancelled' };

/**
 * The network behind the services, through its nodes. Sends requests only when asked, and one check at a time to each
 * node.
 */
export class Network {
  readonly #now: () => number;
  readonly #turns = new Map<string, LimitFunction>();
  #hashing: Promise<Hashing> | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Checks a claim. Never rejects. Errors: `cancelled`. */
  async check(address: string, claim: Claim, signal: AbortSignal): Promise<Result<NetworkAnswer>> {
    const checked = await this.#checked(address, claim, signal);
    if (!checked.ok) return checked;
    const { verdict, facts } = checked.value;
    return success({ verdict, facts, askedAt: new Date(this.#now()).toISOString() });
  }

  /**
   * The submitted bytes of a transaction, proven by the claimed hashes. Never rejects. Errors: `node-silent`,
   * `not-from-network` if they are missing or unproven, `cancelled`.
   */
  async bytes(address: string, claim: Claim, signal: AbortSignal): Promise<Result<Uint8Array>> {
    const checked = await this.#checked(address, claim, signal);
    if (!checked.ok) return checked;
    const { verdict, bytes } = checked.value;
    if (verdict.kind === 'cannot-tell') {
      if (verdict.why === 'node-silent') return failure(verdict.reason);
      return failure({ code: 'not-from-network', values: { why: verdict.why } });
    }
    if (verdict.kind !== 'holds') return failure({ code: 'not-from-network', values: { why: verdict.kind } });
    if (bytes === null) return failure({ code: 'not-from-network', values: { why: 'nothing-to-compare' } });
    // Copies the bytes, so that the whole transaction can be freed.
    return success(Uint8Array.from(bytes));
  }

  /** A cancelled check ends at once, even while it waits for its turn. */
  async #checked(address: string, claim: Claim, signal: AbortSignal): Promise<Result<Checked>> {
    const turn = this.#turns.get(address) ?? pLimit(1);
    this.#turns.set(address, turn);
    const checked = turn(async () => {
      if (signal.aborted) return failure(cancelled);
      this.#hashing ??= Hashing.load();
      const result = await new Check(claim, new Node(address, signal), await this.#hashing).run();
      return signal.aborted ? failure(cancelled) : success(result);
    });
    try {
      return await pTimeout(checked, { milliseconds: Number.POSITIVE_INFINITY, signal });
    } catch (error) {
      if (signal.aborted) return failure(cancelled);
      throw error;
    }
  }
}
