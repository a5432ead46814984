import { contextBridge, ipcRenderer } from 'electron';
import { type ConfirmationApi, confirmationChannels } from '../shared/bridge/confirmation.ts';

const api: ConfirmationApi = {
  question: () => ipcRenderer.invoke(confirmationChannels.question),
  answer: (confirmed) => ipcRenderer.send(confirmationChannels.answer, confirmed === true),
};

contextBridge.exposeInMainWorld('confirmation', api);
