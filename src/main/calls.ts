import { app, clipboard } from 'electron';
import { accountHandlers } from '../core/accounts/index.ts';
import type { App } from '../core/app.ts';
import { balanceHandlers } from '../core/balances/index.ts';
import { depositHandlers } from '../core/deposits/index.ts';
import { diagnosticHandlers } from '../core/diagnostics/index.ts';
import { encryptionHandlers } from '../core/encryption/index.ts';
import { lookupHandlers } from '../core/lookup/index.ts';
import { networkHandlers } from '../core/network/index.ts';
import { receiptHandlers } from '../core/receipts/index.ts';
import { recordHandlers } from '../core/records/index.ts';
import { retrievalHandlers } from '../core/retrieval/index.ts';
import { dropHandlers, submissionHandlers } from '../core/submissions/index.ts';
import type { Separators } from '../shared/amounts.ts';
import type { Snapshot } from '../shared/bridge/app.ts';
import type { Handlers } from '../shared/bridge/bridge.ts';
import { success } from '../shared/failures/failure.ts';
import { readLicences } from './about.ts';
import type { Desktop } from './desktop/desktop.ts';
import type { FileOpening } from './desktop/file-opening.ts';
import { type SavedFiles, type Saving, saveFile } from './files/downloads.ts';
import type { DownloadsFolder } from './preferences/downloads-folder.ts';
import type { Preferences } from './preferences/preferences.ts';
import { versions } from './start/identity.ts';
import type { Updates } from './updates/updates.ts';
import type { MainWindow } from './window/main-window.ts';

/** The parts of the desktop app that answer calls, besides core's features. */
type Answering = {
  readonly preferences: Preferences;
  readonly downloads: DownloadsFolder;
  readonly saving: Saving;
  readonly saved: SavedFiles;
  readonly updates: Updates;
  readonly desktop: Desktop;
  readonly opening: FileOpening;
  /** The number format of the user's language. */
  readonly separators: () => Separators;
  readonly snapshot: () => Snapshot;
  readonly window: MainWindow;
};

/** Connects each call of the bridge to the feature that answers it. */
export function callHandlers({ features }: App, answering: Answering): Handlers {
  const { preferences, downloads, saving, saved, updates, desktop, opening, separators } = answering;
  const { accounts, balances, deposits, creditOrders, records, submissions, keys, consent, events } = features;
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
    ...submissionHandlers(accounts, submissions, consent, separators),
    ...dropHandlers(accounts, submissions.drops, keys, consent),
    ...accountHandlers(accounts, events),
    ...balanceHandlers(accounts, balances),
    ...depositHandlers(accounts, deposits, creditOrders, consent, separators, () => app.getLocale()),
    ...receiptHandlers(features.receipts, features.verifier, opening.receiptPath),
    ...lookupHandlers(features.lookup, features.recentLookups, features.fileLookup),
    ...diagnosticHandlers(features.diagnostics),
    ...recordHandlers(accounts, records, (file, fileName) => saveFile(saving, file, fileName)),
    ...networkHandlers(features.networkChecks),
    ...retrievalHandlers(features.retrievals),
    ...encryptionHandlers(keys),
  };
}
