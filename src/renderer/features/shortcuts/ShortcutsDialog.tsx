import { Kbd } from '@mantine/core';
import { type ShortcutGroup, shortcutNames, shortcuts } from '../../../shared/shortcuts.ts';
import { PassiveDialog } from '../../ui/PassiveDialog.tsx';
import { shortcutKeys } from '../../ui/shortcuts.ts';
import classes from './ShortcutsDialog.module.css';

/** With the labels for the active account. */
type Screens = readonly { readonly id: string; readonly label: string }[];

export function ShortcutsDialog({ screens }: { readonly screens: Screens }) {
  return (
    <PassiveDialog name="shortcuts" size="44rem" title="Keyboard shortcuts">
      <div className={classes.sections}>
        {shortcutSections(screens).map(({ title, entries }) => (
          <section key={title} className={classes.section} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {entries.map(({ label, keys }) => (
                <div key={label} className={classes.entry}>
                  <dt>{label}</dt>
                  <dd>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </PassiveDialog>
  );
}

type Entry = {
  readonly label: string;
  /** Alternatives, in the spelling of the keyboard. */
  readonly keys: readonly string[];
};

type Section = { readonly title: string; readonly entries: readonly Entry[] };

/** The keys that lists handle themselves. They are not shortcuts, but users look for them here. */
const inLists: Section = {
  title: 'In a list',
  entries: [
    { label: 'Go from row to row', keys: ['↑', '↓'] },
    { label: 'First and last row', keys: ['Home', 'End'] },
    { label: 'Open details', keys: ['Enter'] },
    { label: 'Close details', keys: ['Esc'] },
    { label: 'Submit: remove from the list', keys: ['Delete'] },
  ],
};

const groups: readonly ShortcutGroup[] = ['Anywhere', 'Screens', 'On a screen'];

export function shortcutSections(screens: Screens): readonly Section[] {
  const sections = groups.map((title) => ({
    title,
    entries: shortcutNames
      .filter((name) => shortcuts[name].group === title)
      .map((name) => ({
        label: screens.find(({ id }) => id === name)?.label ?? shortcuts[name].label,
        keys: [shortcutKeys(name)],
      })),
  }));
  return [...sections, inLists];
}
