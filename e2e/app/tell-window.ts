import type { WindowEvent } from '../../src/shared/bridge/bridge.ts';
import { channels } from '../../src/shared/bridge/ipc.ts';
import type { Submission } from '../../src/shared/bridge/submissions.ts';
import type { SubmissionState } from '../../src/shared/submissions/submission-state.ts';
import type { RunningApp } from './launch.ts';
import { inMain } from './main-process.ts';

/**
 * Sends the window an event as main would, for states that last minutes or that the practice service cannot produce.
 * Launch the app `withInspector`.
 */
export async function tellWindow(app: RunningApp, event: WindowEvent): Promise<void> {
  const sent = `${JSON.stringify(channels.event)}, ${JSON.stringify(event)}`;
  await inMain(app, `electron.BrowserWindow.getAllWindows()[0].webContents.send(${sent});`);
}

/** Shows rows of the practice account in another state than that of main. */
export function showAs(
  app: RunningApp,
  submissions: readonly Pick<Submission, 'id' | 'name'>[],
  state: SubmissionState,
  wish: Submission['wish'] = null,
): Promise<void> {
  const addedAt = new Date().toISOString();
  const rest = {
    accountId: 'practice',
    folder: null,
    size: 48_211,
    addedAt,
    state,
    cost: null,
    wish,
    content: 'file',
    files: null,
    parts: null,
  } as const;
  return tellWindow(app, {
    kind: 'submissions.changed',
    submissions: submissions.map(({ id, name }) => ({ ...rest, id, name })),
  });
}
