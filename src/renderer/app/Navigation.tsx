import { IconKeyboard, IconSearch } from '@tabler/icons-react';
import { goTo, useNavigation } from '../data/navigation.ts';
import { finder, showDialog } from '../ui/dialogs.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { ariaKeys, useShortcut, withKeys } from '../ui/shortcuts.ts';
import { AccountCard } from './AccountCard.tsx';
import classes from './Navigation.module.css';
import { type Screen, useScreens } from './screens.ts';

export function Navigation() {
  const screens = useScreens();
  return (
    <section className={classes.side} aria-label="Dropslip">
      <div className={classes.brand}>
        <Logo />
        <span className={classes.app}>Dropslip</span>
        <IconButton icon={IconSearch} label={withKeys('Find anything', 'find')} onClick={finder.open} />
      </div>
      <nav className={classes.screens} aria-label="Screens">
        <ul>
          {screens
            .filter(({ atFoot }) => atFoot !== true)
            .map((screen) => (
              <li key={screen.id}>
                <ScreenButton {...screen} />
              </li>
            ))}
        </ul>
      </nav>
      <div className={classes.foot}>
        <div className={classes.account}>
          <AccountCard onManage={() => goTo('accounts')} />
        </div>
        <div className={classes.settings}>
          {screens
            .filter(({ atFoot }) => atFoot === true)
            .map((screen) => (
              <ScreenButton key={screen.id} {...screen} />
            ))}
          <IconButton
            icon={IconKeyboard}
            label={withKeys('Keyboard shortcuts', 'shortcuts')}
            onClick={() => showDialog('shortcuts')}
          />
        </div>
      </div>
    </section>
  );
}

function ScreenButton({ id, label, icon: Icon, badge: Badge }: Screen) {
  const isCurrent = useNavigation(({ screenId }) => screenId === id);
  useShortcut(id, () => goTo(id));
  return (
    <button
      type="button"
      className={classes.screen}
      aria-current={isCurrent ? 'page' : undefined}
      aria-keyshortcuts={ariaKeys(id)}
      title={withKeys(label, id)}
      onClick={() => goTo(id)}
    >
      <Icon size={20} stroke={1.7} aria-hidden="true" />
      <span className={classes.label}>{label}</span>
      {Badge !== undefined && <Badge />}
    </button>
  );
}

function Logo() {
  return (
    <svg width={28} height={28} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="var(--ds-accent)"
        fillRule="evenodd"
        d="M9 2h14a4 4 0 0 1 4 4v24l-3.67-3-3.66 3L16 27l-3.67 3-3.66-3L5 30V6a4 4 0 0 1 4-4Zm7 4.4c-2.3 2.5-5 6-5 9.3a5 5 0 0 0 10 0c0-3.3-2.7-6.8-5-9.3Z"
      />
    </svg>
  );
}
