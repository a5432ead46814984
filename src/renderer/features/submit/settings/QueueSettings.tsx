import { deferred, type Opening, useOpening } from '../../../ui/deferred.tsx';
import { LimitsButton } from './LimitsButton.tsx';

/** What is pressed before there is a form opens it as soon as it is there. */
const SettingsPlace = deferred<Opening>(
  async () => (await import('../../../after-first-view.ts')).SettingsPopover,
  ({ setOpened, buttonRef }) => (
    <LimitsButton ref={buttonRef} aria-haspopup="dialog" aria-expanded={false} onClick={() => setOpened(true)} />
  ),
);

export function QueueSettings() {
  return <SettingsPlace {...useOpening()} />;
}
