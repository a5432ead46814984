import type { Chain } from '../chain/chain.ts';
import type { Faults } from '../faults.ts';
import type { Ledger } from '../ledger.ts';
import type { ServiceSettings } from '../options.ts';
import type { PayloadStore } from '../payload-store.ts';
import type { Gates } from './access.ts';
import type { Dialect } from './dialects.ts';

/** Work that was begun for a request and must end before the books are closed, even when its socket is gone. */
export class InFlight {
  readonly #work = new Set<Promise<unknown>>();

  track<Value>(work: Promise<Value>): Promise<Value> {
    this.#work.add(work);
    const forget = (): void => {
      this.#work.delete(work);
    };
    work.then(forget, forget);
    return work;
  }

  /** Resolves once nothing is under way. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }
}

export type Service = {
  readonly settings: ServiceSettings;
  readonly dialect: Dialect;
  readonly gates: Gates;
  readonly ledger: Ledger;
  readonly payloads: PayloadStore;
  readonly chain: Chain;
  readonly submitting: InFlight;
  /** What is wrong with this service at the moment. */
  readonly faults: Readonly<Faults>;
};
