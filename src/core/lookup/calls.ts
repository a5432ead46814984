import type { Handlers } from '../../shared/bridge/bridge.ts';
import { success } from '../../shared/failures/failure.ts';
import type { Lookup } from './lookup.ts';

export function lookupHandlers({ lookup }: { readonly lookup: Lookup }): Handlers<'lookup'> {
  return {
    'lookup.search': (keys) => lookup.search(keys),
    'lookup.prepare': () => lookup.prepare(),
    'lookup.kept': ({ accountId, submissionId }) => success(lookup.kept(accountId, submissionId)),
    'lookup.ask': ({ accountId, submissionId }) => lookup.ask(accountId, submissionId),
    'lookup.cancelAsk': ({ submissionId }) => lookup.cancelAsk(submissionId),
    'lookup.cancelFile': ({ lookupId }) => lookup.files.cancel(lookupId),
    'lookup.startList': (list) => lookup.lists.start(list),
    'lookup.cancelList': ({ listId }) => lookup.lists.cancel(listId),
    'lookup.watch': ({ accountId, submissionId }) => lookup.watches.add(accountId, submissionId),
    'lookup.unwatch': ({ accountId, submissionId }) => lookup.watches.remove(accountId, submissionId),
    'lookup.recent': () => success(lookup.recent.list()),
    'lookup.remember': ({ accountId, text, outcome }) => lookup.remember(accountId, text, outcome),
    'lookup.clearRecent': () => lookup.recent.clear(),
    'lookup.file': async ({ lookupId, paths: [path = ''] }) => lookup.files.find(lookupId, path),
  };
}
