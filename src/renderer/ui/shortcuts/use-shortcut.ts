import { useHotkeys } from '@mantine/hooks';
import { type ShortcutName, shortcuts } from '../../../shared/shortcuts.ts';
import { makeWay } from './gives-way.ts';
import { hotkeysOf } from './keys.ts';

const FIELDS = ['INPUT', 'TEXTAREA', 'SELECT'];

/** Does something when a shortcut is pressed, while the component is there. Null: not now, and the keys stay what they are. */
export function useShortcut(name: ShortcutName, run: (() => void) | null): void {
  const { inFields } = shortcuts[name];
  const { keys, usePhysicalKeys } = hotkeysOf(name);
  const press = (event: KeyboardEvent): void => {
    if (run === null || event.defaultPrevented || !makeWay()) return;
    event.preventDefault();
    run();
  };
  useHotkeys(
    keys.map((one) => [one, press, { preventDefault: false, usePhysicalKeys }]),
    inFields ? [] : FIELDS,
    inFields,
  );
}
