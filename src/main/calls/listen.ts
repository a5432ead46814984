import { ipcMain } from 'electron';
import { channels } from '../../shared/bridge/ipc.ts';
import type { Calls } from './calls.ts';

/** Takes the window's calls from here on, and answers them once the rest of the app is there. */
export function listenForCalls(calls: Promise<Calls>): void {
  ipcMain.handle(channels.call, async (event, name: unknown, input: unknown) =>
    (await calls).answer(event, name, input),
  );
  ipcMain.handle(channels.fileCall, async (event, name: unknown, input: unknown, picked: unknown) =>
    (await calls).answerWithFiles(event, name, input, picked),
  );
  ipcMain.on(channels.filesGiven, async (event, given: unknown) => (await calls).takeFiles(event, given));
}
