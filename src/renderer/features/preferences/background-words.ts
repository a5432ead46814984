import type { StartAtLogin } from '../../../shared/bridge/app.ts';
import type { Preferences } from '../../../shared/preferences.ts';

type Choice = { readonly value: Preferences['whenClosed']; readonly label: string; readonly disabled: boolean };

export function closingChoices(hasTray: boolean, isMac: boolean): readonly Choice[] {
  return [
    { value: 'ask', label: 'Ask while files are being sent', disabled: false },
    { value: 'stay', label: `Stay in the ${placeOf(isMac)}, and keep sending`, disabled: !hasTray },
    { value: 'quit', label: 'Quit', disabled: false },
  ];
}

export function closingNote(hasTray: boolean, isMac: boolean): string {
  if (!hasTray) return 'This desktop has no tray, so Dropslip quits when you close its window.';
  return `In the background, Dropslip is in the ${placeOf(isMac)}. If you quit, sending continues when you open it again.`;
}

export function loginNote(startAtLogin: StartAtLogin, hasTray: boolean, isMac: boolean): string {
  switch (startAtLogin) {
    case 'on':
    case 'off':
      return hasTray
        ? `Dropslip starts without a window, in the ${placeOf(isMac)}.`
        : 'Dropslip starts with its window.';
    case 'needs-approval':
      return 'Allow Dropslip in macOS System Settings, under Login Items.';
    case 'switched-off':
      return 'Turn Dropslip on in Windows Settings, under Startup Apps.';
    case 'not-installed':
      return 'This copy is not installed, so the system cannot start it.';
  }
}

function placeOf(isMac: boolean): string {
  return isMac ? 'menu bar' : 'tray';
}
