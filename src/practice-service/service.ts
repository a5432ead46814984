import type { Gates } from './authentication.ts';
import type { Chain } from './chain.ts';
import type { Dialect } from './dialect.ts';
import type { InFlight } from './in-flight.ts';
import type { Ledger } from './ledger.ts';
import type { ServiceSettings } from './options.ts';
import type { PayloadStore } from './payload-store.ts';

/** What the routes work with. */
export type Service = {
  readonly settings: ServiceSettings;
  readonly dialect: Dialect;
  readonly gates: Gates;
  readonly ledger: Ledger;
  readonly payloads: PayloadStore;
  readonly chain: Chain;
  readonly submitting: InFlight;
};
