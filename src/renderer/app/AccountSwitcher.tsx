import { Menu } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlus, IconSelector, IconSettings } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Account } from '../../shared/bridge/accounts.ts';
import { useWindowStore } from '../data/window-store.ts';
import { ColourDot, callOrTell, openAccountDialog } from '../features/accounts/index.ts';
import classes from './AccountSwitcher.module.css';

type Props = { readonly onManage: () => void };

/** Who submits and where to; opens the list of all accounts. */
export function AccountSwitcher({ onManage }: Props) {
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
        <Menu.RadioGroup value={activeId} onChange={(accountId) => void callOrTell('accounts.activate', { accountId })}>
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
          <bdi>{account.address.replace(/^https:\/\//, '')}</bdi>
        )}
      </span>
    </span>
  );
}

function NeedsYou() {
  return <IconAlertTriangle className={classes.trouble} size={18} stroke={1.7} role="img" aria-label="Needs you" />;
}
