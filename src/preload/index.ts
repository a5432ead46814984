import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import type { WindowApi, WindowEvent } from '../shared/bridge/bridge.ts';
import { channels, MOST_GIVEN } from '../shared/bridge/ipc.ts';
import { type Failure, failure, type Result } from '../shared/failures/failure.ts';
import { GestureFiles } from './gesture-files.ts';
import { FileChooser, hearGestures } from './gestures.ts';

const gestureFiles = new GestureFiles((file) => webUtils.getPathForFile(file));
hearGestures((files) => gestureFiles.take(files));
const fileChooser = new FileChooser(
  (files) => gestureFiles.take(files),
  (files) => gestureFiles.takeFolder(files),
);

const notTaken: Failure = { code: 'refused' };

/** Asks main. The page always gets a result: input that cannot be sent is refused here. */
async function ask<Value>(channel: string, ...input: readonly unknown[]): Promise<Result<Value>> {
  try {
    return await ipcRenderer.invoke(channel, ...input);
  } catch {
    return failure(notTaken);
  }
}

/** Calls that reach other programs need a recent click or key, as in browsers. */
const afterGesture: ReadonlySet<string> = new Set([
  'app.copyText',
  'app.showSaved',
  'desktop.startAtLogin',
  'preferences.chooseDownloads',
  'preferences.useStandardDownloads',
  'retrieval.show',
]);

const api: WindowApi = {
  call: async (name, input) =>
    afterGesture.has(name) && !navigator.userActivation.isActive ? failure(notTaken) : ask(channels.call, name, input),

  // The page passes File objects and never a path. Main gets the paths from this preload only.
  callWithFiles: async (name, files, input) => {
    if (Array.isArray(files) && files.length > MOST_GIVEN) return failure({ code: 'too-many-files' });
    const paths = gestureFiles.pathsFor(files, name === 'drops.weigh' ? 'send' : 'read');
    return paths.ok ? ask(channels.fileCall, name, input, paths.value) : paths;
  },

  chooseFiles: (what) => fileChooser.choose(what),

  onEvent: (listener) => {
    if (typeof listener !== 'function') return () => undefined;
    const forward = (_event: IpcRendererEvent, event: WindowEvent): void => listener(event);
    ipcRenderer.on(channels.event, forward);
    return () => {
      ipcRenderer.off(channels.event, forward);
    };
  },
};

contextBridge.exposeInMainWorld('dropslip', api);
