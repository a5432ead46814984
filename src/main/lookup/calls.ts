import { success } from '../../shared/bridge/failure.ts';
import type { CallHandlers, FileCallHandlers } from '../electron/ipc.ts';
import type { Lookup } from './index.ts';

type LookupCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `lookup.${string}`>>;
type LookupFileCalls = Pick<FileCallHandlers, Extract<keyof FileCallHandlers, `lookup.${string}`>>;

export type LookupCallParts = { readonly lookup: Lookup };

const done = success(null);

/** The calls of looking submissions up. */
export function lookupCalls({ lookup }: LookupCallParts): LookupCalls {
  return {
    'lookup.search': async (keys) => success(await lookup.search(keys)),
    'lookup.prepare': async () => {
      await lookup.prepare();
      return done;
    },
    'lookup.kept': ({ accountId, submissionId }) => success(lookup.kept(accountId, submissionId)),
    'lookup.ask': ({ accountId, submissionId }) => lookup.ask(accountId, submissionId),
    'lookup.cancelAsk': ({ submissionId }) => {
      lookup.cancelAsk(submissionId);
      return done;
    },
    'lookup.cancelFile': ({ lookupId }) => {
      lookup.cancelFile(lookupId);
      return done;
    },
    'lookup.startList': (list) => {
      lookup.startList(list);
      return done;
    },
    'lookup.cancelList': ({ listId }) => {
      lookup.cancelList(listId);
      return done;
    },
    'lookup.watch': ({ accountId, submissionId }) => lookup.watch(accountId, submissionId),
    'lookup.unwatch': async ({ accountId, submissionId }) => {
      await lookup.unwatch(accountId, submissionId);
      return done;
    },
    'lookup.recent': () => success(lookup.recent()),
    'lookup.remember': async ({ accountId, text, outcome }) => {
      await lookup.remember(accountId, text, outcome);
      return done;
    },
    'lookup.clearRecent': async () => {
      await lookup.clearRecent();
      return done;
    },
  };
}

/** The calls that carry a path of a real file. */
export function lookupFileCalls({ lookup }: LookupCallParts): LookupFileCalls {
  return {
    'lookup.file': async ({ lookupId, paths: [path = ''] }) => lookup.file(lookupId, path),
  };
}
