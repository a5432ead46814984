import type { Handlers } from '../../shared/bridge/bridge.ts';
import { success } from '../../shared/failures/failure.ts';
import type { Lookup } from './lookup.ts';

export type LookupHandlerParts = { readonly lookup: Lookup };

export function lookupHandlers({ lookup }: LookupHandlerParts): Handlers<'lookup'> {
  return {
    'lookup.search': (keys) => lookup.search(keys),
    'lookup.prepare': () => lookup.prepare(),
    'lookup.kept': ({ accountId, submissionId }) => success(lookup.kept(accountId, submissionId)),
    'lookup.ask': ({ accountId, submissionId }) => lookup.ask(accountId, submissionId),
    'lookup.cancelAsk': ({ submissionId }) => lookup.cancelAsk(submissionId),
    'lookup.cancelFile': ({ lookupId }) => lookup.cancelFile(lookupId),
    'lookup.startList': (list) => lookup.startList(list),
    'lookup.cancelList': ({ listId }) => lookup.cancelList(listId),
    'lookup.watch': ({ accountId, submissionId }) => lookup.watch(accountId, submissionId),
    'lookup.unwatch': ({ accountId, submissionId }) => lookup.unwatch(accountId, submissionId),
    'lookup.recent': () => success(lookup.recent()),
    'lookup.remember': ({ accountId, text, outcome }) => lookup.remember(accountId, text, outcome),
    'lookup.clearRecent': () => lookup.clearRecent(),
    'lookup.file': async ({ lookupId, paths: [path = ''] }) => lookup.file(lookupId, path),
  };
}
