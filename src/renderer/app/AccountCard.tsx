import { IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { canChooseToken, MOST_TOKEN_NAMES } from '../../shared/account.ts';
import type { Account, SubmitBy } from '../../shared/bridge/accounts.ts';
import { callQuery } from '../data/queries.ts';
import { useWindowStore } from '../data/window-state.ts';
import { ColourDot } from '../features/accounts/index.ts';
import { deferred } from '../ui/deferred.tsx';
import { changeOrNotify } from '../ui/notes.tsx';
import classes from './AccountCard.module.css';

type Props = { readonly onManage: () => void };

export function AccountCard({ onManage }: Props) {
  const account = useWindowStore((state) => state.accounts.find((one) => one.id === state.activeAccountId));
  if (!account) return null;
  return (
    <section className={classes.card} aria-label="Account">
      <AccountMenu account={account} onManage={onManage} />
      {canChooseToken(account) && <SubmitByChoice key={account.id} account={account} />}
    </section>
  );
}

const API_KEY = 'api-key';
const TOKEN = 'token:';
/** The pause before the token names are requested again from a service that could not be reached. */
const ASKED_AGAIN_MS = 10_000;

function SubmitByChoice({ account }: { readonly account: Account }) {
  // If the list is missing, the current way of paying is still shown. Opening the menu requests the list again.
  const names = callQuery('accounts.tokenNames', account.id, { accountId: account.id });
  // A practice service has no address before it runs. Showing its account must not start it.
  const { data: tokens = [], refetch } = useQuery({
    ...names,
    enabled: account.address !== null,
    refetchInterval: ({ state }) => (state.status === 'error' ? ASKED_AGAIN_MS : false),
  });

  const choose = (value: string): void => {
    const submitBy: SubmitBy = value.startsWith(TOKEN)
      ? { variant: 'access-token', token: value.slice(TOKEN.length) }
      : { variant: 'api-key' };
    void changeOrNotify('accounts.submitBy', { accountId: account.id, submitBy });
  };

  const { apiKey, accessToken } = account.credentials;
  const needsApiKey = account.kind === 'service' && apiKey === null;
  const needsAccessToken = account.kind === 'service' && accessToken === null;
  const current = account.submitBy.variant === 'api-key' ? null : account.submitBy.token;
  const isTooLong = tokens.length > MOST_TOKEN_NAMES;
  const listed = isTooLong ? [] : tokens;
  const choices = current === null || listed.includes(current) ? listed : [...listed, current];
  return (
    <div className={classes.submitBy}>
      <select
        aria-label="Submit with"
        value={current === null ? API_KEY : `${TOKEN}${current}`}
        onFocus={() => void refetch()}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value={API_KEY} disabled={needsApiKey}>
          Submits with API key{needsApiKey && ' (needs an API key)'}
        </option>
        {choices.map((name) => (
          <option key={name} value={`${TOKEN}${name}`} disabled={needsAccessToken}>
            Pays with {name} ({needsAccessToken ? 'needs an access token' : 'access token'})
          </option>
        ))}
        {isTooLong && <option disabled>Too many tokens for a list. Enter yours under Accounts.</option>}
      </select>
      <IconSelector size={16} stroke={1.7} aria-hidden="true" />
    </div>
  );
}

export type AccountMenuProps = { readonly account: Account; readonly onManage: () => void };

const AccountMenu = deferred<AccountMenuProps>(
  async () => (await import('../after-first-view.ts')).AccountMenu,
  ({ account, onClick }) => (
    <AccountButton account={account} aria-haspopup="menu" aria-disabled="true" onClick={onClick} />
  ),
);

type AccountButtonProps = ComponentProps<'button'> & { readonly account: Account };

export function AccountButton({ account, ...rest }: AccountButtonProps) {
  return (
    <button type="button" {...rest} className={classes.button}>
      <Who account={account} />
      <IconSelector size={18} stroke={1.7} aria-hidden="true" />
    </button>
  );
}

function Who({ account }: { readonly account: Account }) {
  return (
    <span className={classes.who}>
      <span className={classes.name}>
        <ColourDot colour={account.colour} />
        <bdi>{account.name}</bdi>
      </span>
      <span className={classes.note}>
        {account.kind === 'practice' ? (
          'Nothing real is spent'
        ) : (
          <bdi>{account.address?.replace(/^https:\/\//, '')}</bdi>
        )}
      </span>
    </span>
  );
}
