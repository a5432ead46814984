import { AccountCard } from './AccountCard.tsx';
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx';
import { Logo } from './Logo.tsx';
import classes from './Navigation.module.css';
import { type ScreenId, screens } from './screens.ts';

type Props = { readonly current: ScreenId; readonly onChoose: (id: ScreenId) => void };

export function Navigation({ current, onChoose }: Props) {
  return (
    <section className={classes.side} aria-label="Dropslip">
      <div className={classes.brand}>
        <Logo size={28} />
        <span>Dropslip</span>
      </div>
      <nav className={classes.screens} aria-label="Screens">
        <ul>
          {screens.map(({ id, label, icon: Icon }) => (
            <li key={id}>
              <button
                type="button"
                className={classes.screen}
                aria-current={id === current ? 'page' : undefined}
                onClick={() => onChoose(id)}
              >
                <Icon size={20} stroke={1.7} aria-hidden="true" />
                {label}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.foot}>
        <AccountCard onManage={() => onChoose('accounts')} />
        <ColorSchemeSwitch />
      </div>
    </section>
  );
}
