import { contextBridge, ipcRenderer } from 'electron';
import { type ConsentApi, consentChannels } from '../shared/bridge/ipc.ts';

const api: ConsentApi = {
  question: () => ipcRenderer.invoke(consentChannels.question),
  drawn: (height) => ipcRenderer.send(consentChannels.drawn, height),
  answer: (confirmed) => ipcRenderer.send(consentChannels.answer, confirmed === true),
};

contextBridge.exposeInMainWorld('consent', api);
