import { appendFileSync } from 'node:fs';

/** What an app does to the desktop, which the host has no desktop for. */
export type DesktopAct =
  | { readonly kind: 'open-external'; readonly url: string }
  | { readonly kind: 'open-path'; readonly path: string }
  | { readonly kind: 'show-item-in-folder'; readonly path: string }
  | { readonly kind: 'beep' }
  | { readonly kind: 'notification'; readonly title: string; readonly body: string }
  | { readonly kind: 'clipboard'; readonly text: string }
  | { readonly kind: 'progress-bar'; readonly window: number; readonly progress: number; readonly mode: string }
  | { readonly kind: 'overlay-icon'; readonly window: number; readonly isThere: boolean; readonly description: string }
  | { readonly kind: 'badge'; readonly count: number }
  /** `toolTip` null: the icon is gone. `menu`: its labels. */
  | { readonly kind: 'tray'; readonly toolTip: string | null; readonly menu: readonly string[] }
  | { readonly kind: 'login-item'; readonly openAtLogin: boolean; readonly args: readonly string[] }
  | { readonly kind: 'dictionary-fetch'; readonly language: string }
  | { readonly kind: 'flash-frame'; readonly window: number; readonly flag: boolean }
  | { readonly kind: 'protocol-client'; readonly scheme: string; readonly isDefault: boolean };

/** The variable that names the file to which the acts are appended, one line of JSON each. */
const RECORD_VARIABLE = 'CHROMIUM_HOST_RECORD';

export function record(act: DesktopAct): void {
  const file = process.env[RECORD_VARIABLE];
  if (file !== undefined && file !== '') appendFileSync(file, `${JSON.stringify(act)}\n`);
}

/** The variable that names the file to which everything that main tells a window is appended, one line of JSON each. */
const MESSAGES_VARIABLE = 'CHROMIUM_HOST_MESSAGES';

export function recordMessage(channel: string, content: unknown): void {
  const file = process.env[MESSAGES_VARIABLE];
  if (file === undefined || file === '') return;
  const text = JSON.stringify({ channel, content }, (_key, value) => (typeof value === 'bigint' ? `${value}` : value));
  appendFileSync(file, `${text}\n`);
}
