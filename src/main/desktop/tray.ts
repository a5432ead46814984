import { Menu, Tray } from 'electron';
import { trayEntries } from '../../shared/messages/notices.ts';
import { trayImage } from './icons.ts';

export type TrayChoice = 'open' | 'pause' | 'resume' | 'quit';

export type TrayState = { readonly line: string; readonly canPause: boolean; readonly canResume: boolean };

export class TrayIcon {
  // Kept, because a garbage-collected icon disappears from the tray.
  readonly #tray = new Tray(trayImage());
  readonly #choose: (choice: TrayChoice) => void;
  #shown = '';

  constructor(choose: (choice: TrayChoice) => void) {
    this.#choose = choose;
    // On macOS a click opens the menu; elsewhere it opens the window.
    if (process.platform !== 'darwin') this.#tray.on('click', () => choose('open'));
  }

  update(state: TrayState): void {
    const shown = JSON.stringify(state);
    // On Linux a new menu closes the one that the user has open.
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#tray.setToolTip(`Dropslip: ${state.line}`);
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { id: 'state', label: state.line, enabled: false },
        { type: 'separator' },
        this.#entry('open'),
        ...(state.canPause ? [this.#entry('pause')] : []),
        ...(state.canResume ? [this.#entry('resume')] : []),
        { type: 'separator' },
        this.#entry('quit'),
      ]),
    );
  }

  close(): void {
    this.#tray.destroy();
  }

  #entry(id: TrayChoice) {
    return { id, label: trayEntries[id], click: () => this.#choose(id) };
  }
}
