import { IconSearch } from '@tabler/icons-react';
import { goTo, useNavigation } from '../data/navigation.ts';
import { finder } from '../features/spotlight/index.ts';
import { commandKey } from '../ui/command-key.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { AccountCard } from './AccountCard.tsx';
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx';
import { Logo } from './Logo.tsx';
import classes from './Navigation.module.css';
import { screens } from './screens.ts';

export function Navigation() {
  const current = useNavigation(({ screenId }) => screenId);
  return (
    <section className={classes.side} aria-label="Dropslip">
      <div className={classes.brand}>
        <Logo size={28} />
        <span className={classes.app}>Dropslip</span>
        <IconButton icon={IconSearch} label={`Find anything (${commandKey}+K)`} onClick={finder.open} />
      </div>
      <nav className={classes.screens} aria-label="Screens">
        <ul>
          {screens.map(({ id, label, icon: Icon, badge: Badge }) => (
            <li key={id}>
              <button
                type="button"
                className={classes.screen}
                aria-current={id === current ? 'page' : undefined}
                onClick={() => goTo(id)}
              >
                <Icon size={20} stroke={1.7} aria-hidden="true" />
                {label}
                {Badge !== undefined && <Badge />}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.foot}>
        <AccountCard onManage={() => goTo('accounts')} />
        <ColorSchemeSwitch />
      </div>
    </section>
  );
}
