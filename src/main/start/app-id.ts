/**
 * The system's name for the installed app: electron-builder's `appId`, which the Windows installer's shortcut carries.
 * Windows shows an app's notifications only if it finds such a shortcut. In a file of its own, because packaging
 * imports it without Electron.
 */
export const APP_ID = 'io.dropslip.app';
