import { record } from './record.ts';

type Settings = { readonly openAtLogin?: boolean; readonly args?: readonly string[] };

let kept: { readonly openAtLogin: boolean; readonly args: readonly string[] } = { openAtLogin: false, args: [] };

/** Linux has none, there or here: Electron does nothing and says false. */
export function setLoginItemSettings({ openAtLogin = false, args = [] }: Settings): void {
  if (process.platform === 'linux') return;
  kept = { openAtLogin, args };
  record({ kind: 'login-item', openAtLogin, args });
}

/** Only for the arguments that it was set with, on Windows. */
export function getLoginItemSettings({ args = [] }: Settings = {}) {
  const isSame = process.platform !== 'win32' || JSON.stringify(args) === JSON.stringify(kept.args);
  return {
    openAtLogin: kept.openAtLogin && isSame,
    wasOpenedAtLogin: false,
    status: kept.openAtLogin ? 'enabled' : 'not-registered',
    executableWillLaunchAtLogin: kept.openAtLogin,
    launchItems: [],
  };
}
