import type { Handlers } from '../../../shared/bridge/bridge.ts';
import { failure, success } from '../../../shared/failures/failure.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Consent } from '../../consent.ts';
import type { Keys } from '../../encryption/index.ts';
import { approvePublic } from '../approval/publication.ts';
import type { Drops } from './drops.ts';

/** Handles the calls about drops that are not in the list yet. */
export function dropHandlers(accounts: Accounts, drops: Drops, keys: Keys, consent: Consent): Handlers<'drops'> {
  return {
    'drops.weigh': async ({ paths, isPrivate }) => {
      // The account that is active at the drop. It may change before the approval.
      const accountId = accounts.activeId();
      // A private drop needs no approval here: the user chooses the readers later.
      const told =
        isPrivate || keys.standard(accountId) !== 'public'
          ? success(null)
          : await approvePublic(accounts.find(accountId), keys, consent);
      return told.ok ? drops.weigh(accountId, paths, isPrivate ? 'private' : 'if-needed') : told;
    },
    'drops.weighed': ({ dropId }) => drops.weighed(dropId),
    'drops.asked': () => success({ dropIds: drops.asked(accounts.activeId()) }),
    'drops.forget': ({ dropId }) => drops.forget(dropId),
    'drops.add': async ({ dropId, ...how }) => {
      const drop = drops.find(dropId);
      if (drop === null) return failure({ code: 'drop-gone' });
      const told =
        how.readers.kind === 'public'
          ? await approvePublic(accounts.find(drop.accountId), keys, consent, drop.isPrivate ? drop.paths : [])
          : success(null);
      return told.ok ? drops.answer(dropId, how) : told;
    },
    'drops.choices': () => success(drops.choices(accounts.activeId())),
    'drops.choose': (choices) => drops.choose(accounts.activeId(), choices),
    'drops.givePassphrase': ({ ids, passphrase }) => drops.givePassphrase(ids, passphrase),
    'drops.leaveOut': ({ id }) => drops.leaveOut(id),
  };
}
