import { Notices } from './app/Notices.tsx';
import { useScreens } from './app/screens.ts';
import { useWindowStore } from './data/window-state.ts';
import { AboutDialog } from './features/about/AboutDialog.tsx';
import { AccountDialogs } from './features/accounts/AccountDialogs.tsx';
import { DiagnosticsDialog } from './features/diagnostics/Diagnostics.tsx';
import { Tray } from './features/retrieval/Tray.tsx';
import { ShortcutsDialog } from './features/shortcuts/ShortcutsDialog.tsx';
import { DropDialog } from './features/submit/DropDialog.tsx';
import { PassphraseDialog } from './features/submit/PassphraseDialog.tsx';
import { ReceiptsDialog } from './features/submit/ReceiptsDialog.tsx';
import { FirstLimits } from './features/submit/SettingsForm.tsx';
import { UpdateNotice } from './features/updates/Updates.tsx';

/** Everything beside and over the screens. The first view needs none of it. */
export function Overlays() {
  const isReady = useWindowStore(({ phase }) => phase.kind === 'ready');
  const screens = useScreens();
  return (
    <>
      {isReady && <Tray />}
      <Notices />
      <AccountDialogs firstAccountStep={FirstLimits} />
      <DiagnosticsDialog />
      <AboutDialog />
      <ShortcutsDialog screens={screens} />
      {isReady && <UpdateNotice />}
      <DropDialog />
      <ReceiptsDialog />
      <PassphraseDialog />
    </>
  );
}
