import { appendFileSync } from 'node:fs';

/** What an app does to the desktop, which the host has no desktop for. */
export type DesktopAct =
  | { readonly kind: 'open-external'; readonly url: string }
  | { readonly kind: 'open-path'; readonly path: string }
  | { readonly kind: 'show-item-in-folder'; readonly path: string }
  | { readonly kind: 'beep' }
  | { readonly kind: 'notification'; readonly title: string; readonly body: string }
  | { readonly kind: 'clipboard'; readonly text: string }
  | { readonly kind: 'progress-bar'; readonly window: number; readonly progress: number }
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
