import type { App } from '../../core/app.ts';
import type { DomainEvents } from '../../core/domain-events.ts';
import type { Separators } from '../../shared/amounts.ts';
import type { DesktopState } from '../../shared/bridge/app.ts';
import type { Submission } from '../../shared/bridge/submissions.ts';
import { type Result, success } from '../../shared/failures/failure.ts';
import { needsPersonWords, workLine } from '../../shared/messages/notices.ts';
import { needsPerson } from '../../shared/submissions/submission-state.ts';
import type { Preferences } from '../preferences/preferences.ts';
import type { MainWindow } from '../window/main-window.ts';
import { Background } from './background.ts';
import { isWindowWanted, setStartAtLogin, startAtLogin } from './login-item.ts';
import type { OpenedFiles } from './opened-files.ts';
import { Taskbar } from './taskbar.ts';
import { type TrayChoice, TrayIcon } from './tray.ts';
import { hasTray } from './tray-support.ts';
import { idsFor, workOf } from './work-count.ts';

/** Milliseconds from the start: the window is usually drawn by then. */
const LOOK_FOR_TRAY_AFTER_MS = 500;

/** The app outside its window: tray, dock or taskbar, and start at login. */
export class Desktop {
  readonly #events: DomainEvents;
  readonly #window: MainWindow;
  readonly #dropslip: App;
  /** The user's number format. */
  readonly #separators: () => Separators;
  readonly #background: Background;
  readonly #taskbar: Taskbar;
  readonly #needsPerson = new Set<number>();

  constructor(
    events: DomainEvents,
    window: MainWindow,
    dropslip: App,
    preferences: Preferences,
    separators: () => Separators,
  ) {
    this.#events = events;
    this.#window = window;
    this.#dropslip = dropslip;
    this.#separators = separators;
    this.#background = new Background(
      hasTray,
      () => new TrayIcon((choice) => this.#choose(choice)),
      () => preferences.chosen.whenClosed,
      () => window.show(),
    );
    this.#taskbar = new Taskbar(
      () => window.current,
      (count) => needsPersonWords(count, separators()),
    );
    this.#take(dropslip.allSubmissions());
    events.on('submissions.changed', ({ submissions: changed }) => this.#take(changed));
    events.on('submissions.progress', () => this.#show());
    events.on('submissions.removed', ({ ids }) => {
      for (const id of ids) this.#needsPerson.delete(id);
      this.#show();
    });
    events.on('preferences.changed', () => this.#background.refresh());
    window.onOpen((opened) => {
      this.#background.windowOpened();
      this.#taskbar.windowOpened(opened);
    });
  }

  /** True if the app could be reached without a window at the last look. */
  get canStay(): boolean {
    return this.#background.canStay;
  }

  /** Shows the window unless it is open. Returns false if the app stays without one. */
  start(opened: Pick<OpenedFiles, 'atStart' | 'hasPending'>): boolean {
    this.#show();
    const isWanted = isWindowWanted(opened);
    if (isWanted) {
      if (this.#window.current === null) this.#window.show();
      // Delayed, because looking starts a program and would slow down the first view.
      setTimeout(() => void this.#background.look(), LOOK_FOR_TRAY_AFTER_MS).unref();
    } else {
      void this.#background.startWithoutWindow();
    }
    return isWanted;
  }

  /** The last window has closed, and the app keeps running. */
  windowClosed(): void {
    void this.#background.windowClosed();
  }

  async state(): Promise<Result<DesktopState>> {
    return success({ hasTray: await this.#background.look(), startAtLogin: await startAtLogin() });
  }

  async setStartAtLogin(on: boolean): Promise<Result<DesktopState>> {
    const set = await setStartAtLogin(on);
    return set.ok ? success({ hasTray: this.canStay, startAtLogin: set.value }) : set;
  }

  close(): void {
    this.#background.close();
  }

  #take(rows: readonly Submission[]): void {
    for (const { id, state } of rows) {
      if (needsPerson(state)) this.#needsPerson.add(id);
      else this.#needsPerson.delete(id);
    }
    this.#show();
  }

  #show(): void {
    const work = workOf(this.#dropslip.batches().values(), this.#needsPerson.size);
    this.#taskbar.show(work);
    const line = workLine(work, this.#separators);
    this.#background.refresh({ line, canPause: work.moving > 0, canResume: work.paused > 0 });
  }

  #choose(choice: TrayChoice): void {
    const { commands } = this.#dropslip.features.submissions;
    const submissions = (): readonly Submission[] => this.#dropslip.allSubmissions();
    if (choice === 'pause') commands.pause(idsFor('pause', submissions()));
    else if (choice === 'resume') commands.resume(idsFor('resume', submissions()), 'by-user');
    // The question before quitting appears in the window, if there is one.
    else if (choice === 'open' || this.#window.current !== null) this.#window.show();
    if (choice === 'quit') this.#events.emit('quit.chosen', {});
  }
}
