import { useState } from 'react';
import { deferred, useKeptFocus } from '../../../ui/deferred.tsx';
import { LimitsButton } from './LimitsButton.tsx';
import type { SettingsPopoverProps } from './SettingsPopover.tsx';

/** What is pressed before there is a form opens it as soon as it is there. */
export const SettingsPlace = deferred<SettingsPopoverProps>(({ setOpened, buttonRef }) => (
  <LimitsButton ref={buttonRef} aria-haspopup="dialog" aria-expanded={false} onClick={() => setOpened(true)} />
));

/** The queue's settings, behind a button of the toolbar. */
export function QueueSettings() {
  const [opened, setOpened] = useState(false);
  const buttonRef = useKeptFocus();
  return <SettingsPlace {...{ opened, setOpened, buttonRef }} />;
}
