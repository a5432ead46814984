import { failure, success } from '../../shared/failures/failure.ts';
import { Network, NetworkChecks } from '../network/index.ts';
import type { NodeBytes } from './bytes.ts';

/** For tests: who gives bytes of the network. */

/** Bytes by submission id; undefined where no node is set. */
export const networkOf = (network: ReadonlyMap<string, Uint8Array> | undefined): NodeBytes => ({
  hasNode: () => network !== undefined,
  bytes: async (_account, { id }) => {
    const bytes = network?.get(id);
    return bytes === undefined ? failure({ code: 'not-in-block' }) : success(bytes);
  },
});

/** A node that is asked over its own sockets. */
export function nodeOf(address: string): NodeBytes {
  return new NetworkChecks(
    new Network(Date.now),
    {
      hasNode: () => true,
      nodeAddress: () => address,
      accountOfReceipt: () => null,
    },
    () => null,
  );
}
