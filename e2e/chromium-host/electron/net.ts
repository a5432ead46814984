import { networkInterfaces } from 'node:os';
import { StrictObject } from './strict.ts';

class Net extends StrictObject {
  readonly fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init);

  get online(): boolean {
    return this.isOnline();
  }

  /** As in Electron: false is certain, true is not. */
  isOnline(): boolean {
    return Object.values(networkInterfaces()).some((addresses) => (addresses?.length ?? 0) > 0);
  }

  async resolveProxy(_url: string): Promise<string> {
    return 'DIRECT';
  }
}

export const net = new Net();
