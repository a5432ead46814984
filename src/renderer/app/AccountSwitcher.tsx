import { Menu } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlus, IconSelector, IconSettings } from '@tabler/icons-react';
import type { Account } from '../../shared/accounts.ts';
import { ColourDot, callOrTell, openAccountDialog } from '../features/accounts/index.ts';
import { useWindowStore } from '../state/window-store.ts';
import classes from './AccountSwitcher.module.css';

type Props = { readonly onManage: () => void };

/** Who submits and where to; opens the list of all accounts. */
export function AccountSwitcher({ onManage }: Props) {
  const accounts = useWindowStore((state) => state.accounts);
  const activeId = useWindowStore((state) => state.activeAccountId);
  const active = accounts.find((account) => account.id === activeId);
  if (active === undefined) return null;
  const onlyPractice = accounts.every((account) => account.kind === 'practice');
  return (
    <Menu position="top-start" width={280} shadow="md" loop>
      <Menu.Target>
        <button type="button" className={classes.button}>
          <Who account={active} />
          <IconSelector size={18} stroke={1.7} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Accounts" className={classes.menu}>
        {accounts.map((account) => (
          <Menu.Item
            key={account.id}
            role="menuitemradio"
            aria-checked={account.id === activeId}
            leftSection={<ColourDot colour={account.colour} />}
            rightSection={<Mark account={account} active={account.id === activeId} />}
            onClick={() => {
              if (account.id !== activeId) void callOrTell('accounts.activate', { accountId: account.id });
            }}
          >
            <bdi>{account.name}</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPlus size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => openAccountDialog({ kind: 'add' })}
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
        {account.kind === 'practice' ? 'Practice account — nothing real is spent' : <bdi>{account.address}</bdi>}
      </span>
    </span>
  );
}

function Mark({ account, active }: { readonly account: Account; readonly active: boolean }) {
  if (account.trouble !== null) {
    return <IconAlertTriangle className={classes.trouble} size={18} stroke={1.7} role="img" aria-label="Needs you" />;
  }
  return active ? <IconCheck size={18} stroke={1.7} aria-hidden="true" /> : null;
}
