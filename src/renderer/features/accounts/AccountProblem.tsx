import { Button } from '@mantine/core';
import type { Account } from '../../../shared/bridge/accounts.ts';
import { accountProblemWords } from '../../../shared/messages/accounts.ts';
import { useWindowStore } from '../../data/window-state.ts';
import { deferred } from '../../ui/deferred.tsx';
import classes from '../../ui/Notice.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { openAccountDialog } from './account-dialogs.ts';
import { mendingOf } from './account-words.ts';

/** Loaded only for an account with a problem: most have none. */
const CredentialForm = deferred(async () => (await import('../../after-first-view.ts')).CredentialForm);

export function ProblemBanner() {
  const account = useWindowStore((state) => state.accounts.find((one) => one.id === state.activeAccountId));
  if (account === undefined || account.trouble === null) return null;
  return (
    <section className={classes.banner} aria-label="This account needs attention">
      <ProblemNotice key={account.id} account={account} />
    </section>
  );
}

/** A problem of an account, with its fix. Disappears when main reports that it is solved. */
export function ProblemNotice({ account }: { readonly account: Account }) {
  const { trouble, submitBy, id } = account;
  if (trouble === null) return null;
  const mending = mendingOf(trouble, submitBy);
  return (
    <Notice tone={trouble.kind === 'token-expires-soon' ? 'warn' : 'bad'}>
      <p role="status">{accountProblemWords(trouble)}</p>
      {mending.kind === 'paste' ? (
        <CredentialForm key={mending.credential} accountId={id} kind={mending.credential} />
      ) : (
        <div>
          <Button
            variant="default"
            onClick={() => openAccountDialog({ kind: mending.kind === 'edit' ? 'edit' : 'connection', accountId: id })}
          >
            {mending.kind === 'edit' ? 'Edit' : 'Try again'}
          </Button>
        </div>
      )}
    </Notice>
  );
}
