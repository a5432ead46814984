import type { Handlers } from '../../shared/bridge/bridge.ts';
import type { NetworkChecks } from './network-checks.ts';

export type NetworkHandlerParts = { readonly networkChecks: NetworkChecks };

export function networkHandlers({ networkChecks }: NetworkHandlerParts): Handlers<'network'> {
  return {
    'network.check': (asked) => networkChecks.check(asked),
    'network.checkReceipt': (asked) => networkChecks.checkReceipt(asked),
    'network.cancel': ({ checkId }) => networkChecks.cancel(checkId),
    'network.tryNode': (asked) => networkChecks.tryNode(asked),
  };
}
