import { Button } from '@mantine/core';
import { goTo } from '../../data/navigation.ts';
import classes from './Deposits.module.css';

/** For an account without an access token. `what` needs one. */
export function NeedsToken({ what }: { readonly what: string }) {
  return (
    <div className={classes.missing}>
      <p>{what} needs an access token, and this account has only an API key.</p>
      <Button variant="default" onClick={() => goTo('accounts')}>
        Add an access token under Accounts
      </Button>
    </div>
  );
}
