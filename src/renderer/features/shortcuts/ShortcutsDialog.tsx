import { Kbd, Modal } from '@mantine/core';
import { useGivesWay } from '../../ui/shortcuts/gives-way.ts';
import classes from './ShortcutsDialog.module.css';
import { shortcutSections } from './shortcut-sections.ts';
import { useShortcutsDialog } from './shortcuts-state.ts';

const close = (): void => useShortcutsDialog.setState({ open: false });

export function ShortcutsDialog() {
  const { open } = useShortcutsDialog();
  const givesWay = useGivesWay(open, close);
  return (
    <Modal {...givesWay} opened={open} onClose={close} size="44rem" title="Keyboard shortcuts">
      <div className={classes.sections}>
        {shortcutSections().map(({ title, entries }) => (
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
    </Modal>
  );
}
