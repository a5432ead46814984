import { Menu } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlus, IconSelector, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef } from 'react';
import { MOST_TOKEN_NAMES } from '../../../shared/accounts/account.ts';
import type { Account, SubmitBy } from '../../../shared/bridge/accounts.ts';
import { callQuery } from '../../data/queries.ts';
import { useWindowStore } from '../../data/window-store.ts';
import { ColourDot, openAccountDialog } from '../../features/accounts/index.ts';
import { changeOrNotify } from '../../ui/feedback/notes.tsx';
import classes from './AccountCard.module.css';

type Props = { readonly onManage: () => void };

/** Who submits, where to, and with which credential. */
export function AccountCard({ onManage }: Props) {
  const account = useWindowStore((state) => state.accounts.find((one) => one.id === state.activeAccountId));
  if (!account) return null;
  return (
    <section className={classes.card} aria-label="Account">
      <AccountSwitcher onManage={onManage} />
      <SubmitByChoice key={account.id} account={account} />
    </section>
  );
}

const API_KEY = 'api-key';
const TOKEN = 'token:';

/** Which of the service's two ways of submitting is used, and what pays for the second. */
function SubmitByChoice({ account }: { readonly account: Account }) {
  // Without the list the way in use is still there to be seen; opening the choice asks again.
  const names = callQuery('accounts.tokenNames', account.id, { accountId: account.id });
  // To show a practice account nobody has to start its service, which has no address before it is needed.
  const { data: tokens = [], refetch } = useQuery({ ...names, enabled: account.address !== null });

  const choose = (value: string): void => {
    const submitBy: SubmitBy = value.startsWith(TOKEN)
      ? { variant: 'access-token', token: value.slice(TOKEN.length) }
      : { variant: 'api-key' };
    void changeOrNotify('accounts.submitBy', { accountId: account.id, submitBy });
  };

  const current = account.submitBy.variant === 'api-key' ? null : account.submitBy.token;
  const isTooLong = tokens.length > MOST_TOKEN_NAMES;
  const listed = isTooLong ? [] : tokens.map((token) => token.name);
  const choices = current === null || listed.includes(current) ? listed : [...listed, current];
  return (
    <div className={classes.submitBy}>
      <select
        aria-label="Submit with"
        value={current === null ? API_KEY : `${TOKEN}${current}`}
        onFocus={() => void refetch()}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value={API_KEY}>Submits with API key</option>
        {choices.map((name) => (
          <option key={name} value={`${TOKEN}${name}`}>
            Pays with {name} (access token)
          </option>
        ))}
        {isTooLong && <option disabled>Too many tokens for a list: type yours in Accounts</option>}
      </select>
      <IconSelector size={16} stroke={1.7} aria-hidden="true" />
    </div>
  );
}

/** Who submits and where to; opens the list of all accounts. */
function AccountSwitcher({ onManage }: Props) {
  const accounts = useWindowStore((state) => state.accounts);
  const activeId = useWindowStore((state) => state.activeAccountId);
  const active = accounts.find((account) => account.id === activeId);
  const button = useRef<HTMLButtonElement>(null);
  if (active === undefined) return null;
  const onlyPractice = accounts.every((account) => account.kind === 'practice');
  return (
    <Menu
      position="top-start"
      width={280}
      shadow="md"
      loop
      // Inside its landmark, and the keyboard starts at the first account.
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button ref={button} type="button" className={classes.button}>
          <Who account={active} />
          <IconSelector size={18} stroke={1.7} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Accounts" className={classes.menu}>
        <Menu.RadioGroup
          value={activeId}
          onChange={(accountId) => void changeOrNotify('accounts.activate', { accountId })}
        >
          {accounts.map((account) => (
            <Menu.RadioItem
              key={account.id}
              value={account.id}
              closeMenuOnClick
              checkIcon={<IconCheck size={18} stroke={1.7} aria-hidden="true" />}
              rightSection={account.trouble === null ? null : <NeedsYou />}
            >
              <span className={classes.choice}>
                <ColourDot colour={account.colour} />
                <bdi>{account.name}</bdi>
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPlus size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => openAccountDialog({ kind: 'add' }, button.current)}
        >
          {onlyPractice ? 'Add your own account…' : 'Add an account…'}
        </Menu.Item>
        <Menu.Item leftSection={<IconSettings size={18} stroke={1.7} aria-hidden="true" />} onClick={onManage}>
          Manage accounts
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
          <bdi>
            <Address address={account.address ?? ''} />
          </bdi>
        )}
      </span>
    </span>
  );
}

/** Where it is too long for one line it breaks before the port or a part of its path, and not within a number. */
function Address({ address }: { readonly address: string }) {
  const [host = '', ...parts] = address.replace(/^https:\/\//, '').split(/(?<=[^/])(?=[:/](?!\/))/);
  return (
    <>
      {host}
      {parts.map((part) => (
        <Fragment key={part}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}

function NeedsYou() {
  return <IconAlertTriangle className={classes.trouble} size={18} stroke={1.7} role="img" aria-label="Needs you" />;
}
