import { Menu } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlus, IconSettings } from '@tabler/icons-react';
import { useRef } from 'react';
import { useWindowStore } from '../data/window-state.ts';
import { ColourDot, openAccountDialog } from '../features/accounts/index.ts';
import type { Opening } from '../ui/deferred.tsx';
import { changeOrNotify } from '../ui/notes.tsx';
import classes from './AccountCard.module.css';
import { AccountButton, type AccountMenuProps } from './AccountCard.tsx';

export function AccountMenu({ account, onManage, startsOpen = false }: AccountMenuProps & Opening) {
  const accounts = useWindowStore((state) => state.accounts);
  const onlyPractice = accounts.every(({ kind }) => kind === 'practice');
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu
      defaultOpened={startsOpen}
      position="top-start"
      width={280}
      shadow="md"
      loop
      // The menu stays inside its landmark, and the keyboard starts at the first account.
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <AccountButton ref={button} account={account} />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.RadioGroup
          value={account.id}
          onChange={(accountId) => void changeOrNotify('accounts.activate', { accountId })}
        >
          {accounts.map((one) => (
            <Menu.RadioItem
              key={one.id}
              value={one.id}
              closeMenuOnClick
              checkIcon={<IconCheck size={18} stroke={1.7} aria-hidden="true" />}
              rightSection={one.trouble === null ? null : <NeedsYou />}
            >
              <span className={classes.choice}>
                <ColourDot colour={one.colour} />
                <bdi>{one.name}</bdi>
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

function NeedsYou() {
  return <IconAlertTriangle className={classes.trouble} size={18} stroke={1.7} role="img" aria-label="Needs you" />;
}
