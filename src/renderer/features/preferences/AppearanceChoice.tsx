import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun, type TablerIcon } from '@tabler/icons-react';
import classes from './AppearanceChoice.module.css';

const choices: readonly { readonly value: MantineColorScheme; readonly label: string; readonly icon: TablerIcon }[] = [
  { value: 'auto', label: 'Same as the system', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
];

export function AppearanceChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Appearance"
      className={classes.choice ?? ''}
      withItemsBorders={false}
      data={choices.map(({ value, label, icon: Icon }) => ({
        value,
        label: (
          <span className={classes.label}>
            <Icon size={18} stroke={1.7} aria-hidden="true" />
            {label}
          </span>
        ),
      }))}
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
    />
  );
}
