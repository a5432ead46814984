/**
 * What the system knows the installed app by: electron-builder's `appId`, which the shortcut of the Windows installer carries.
 * Windows shows notices of an app only where it finds such a shortcut. Apart from `identity.ts`, for what packs the app has no Electron.
 */
export const APP_ID = 'io.dropslip.app';
