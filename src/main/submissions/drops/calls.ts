import type { Handlers } from '../../../shared/bridge/bridge.ts';
import { success } from '../../../shared/failures/failure.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Drops } from './drops.ts';

export type DropHandlerParts = { readonly accounts: Accounts; readonly submissions: { readonly drops: Drops } };

/** The calls about what was dropped and is not in the list yet. */
export function dropHandlers({ accounts, submissions: { drops } }: DropHandlerParts): Handlers<'drops'> {
  return {
    'drops.weigh': ({ paths, asks }) => drops.weigh(accounts.activeId(), paths, asks),
    'drops.weighed': ({ dropId }) => drops.weighed(dropId),
    'drops.asked': () => success({ dropIds: drops.asked(accounts.activeId()) }),
    'drops.forget': ({ dropId }) => drops.forget(dropId),
    'drops.add': ({ dropId, ...how }) => drops.add(dropId, how),
    'drops.choices': () => success(drops.choices(accounts.activeId())),
    'drops.choose': (choices) => drops.choose(accounts.activeId(), choices),
    'drops.leaveOut': ({ id }) => drops.leaveOut(id),
  };
}
