import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import type { WindowApi, WindowEvent } from '../shared/api.ts';
import { channels } from '../shared/channels.ts';

const api: WindowApi = {
  call: (name, input) => ipcRenderer.invoke(channels.call, name, input),

  // The page hands over File objects and never names a path: a File that no person dropped or chose has none.
  callWithFiles: (name, files, input) =>
    ipcRenderer.invoke(channels.fileCall, name, {
      ...input,
      paths: files.map((file) => webUtils.getPathForFile(file)),
    }),

  onEvent: (listener) => {
    const forward = (_event: IpcRendererEvent, event: WindowEvent): void => listener(event);
    ipcRenderer.on(channels.event, forward);
    return () => {
      ipcRenderer.off(channels.event, forward);
    };
  },
};

contextBridge.exposeInMainWorld('dropslip', api);
