import { clipboard } from 'electron';
import type { CoreHandlers } from '../core/calls.ts';
import type { Snapshot } from '../shared/bridge/app.ts';
import type { Handlers } from '../shared/bridge/bridge.ts';
import { success } from '../shared/failures/failure.ts';
import { readLicences } from './about.ts';
import type { Desktop } from './desktop/desktop.ts';
import type { SavedFiles } from './files/downloads.ts';
import type { DownloadsFolder } from './preferences/downloads-folder.ts';
import type { Preferences } from './preferences/preferences.ts';
import { versions } from './start/identity.ts';
import type { Updates } from './updates/updates.ts';
import type { MainWindow } from './window/main-window.ts';

/** The parts of the desktop app that answer calls, besides core's features. */
type Answering = {
  readonly preferences: Preferences;
  readonly downloads: DownloadsFolder;
  readonly saved: SavedFiles;
  readonly updates: Updates;
  readonly desktop: Desktop;
  readonly snapshot: () => Snapshot;
  readonly window: MainWindow;
};

/** Connects the calls that need the desktop to what answers them, and adds those of core. */
export function callHandlers(core: CoreHandlers, answering: Answering): Handlers {
  const { preferences, downloads, saved, updates, desktop } = answering;
  return {
    'app.snapshot': () => success(answering.snapshot()),
    'app.reload': () => answering.window.reopenPage(),
    'app.copyText': ({ text }) => clipboard.writeText(text),
    'app.showSaved': ({ savedId }) => saved.show(savedId),
    'desktop.state': () => desktop.state(),
    'desktop.startAtLogin': ({ on }) => desktop.setStartAtLogin(on),
    'about.read': async () => {
      const licences = await readLicences(new URL('../licences.json', import.meta.url));
      return success({ versions: versions(), licences });
    },
    'preferences.change': ({ changed }) => preferences.change(changed),
    'preferences.downloads': async () => success(await downloads.shown()),
    'preferences.chooseDownloads': () => downloads.choose(),
    'preferences.useStandardDownloads': () => downloads.useStandard(),
    // The results of these arrive as `updates.changed`.
    'updates.view': () => success(updates.view),
    'updates.check': () => void updates.check(),
    'updates.download': () => void updates.download(),
    'updates.cancel': () => updates.cancel(),
    'updates.install': () => updates.install(),
    ...core,
  };
}
