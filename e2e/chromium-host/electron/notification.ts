import { app } from './app.ts';
import { createEvent } from './event.ts';
import { record } from './record.ts';
import { StrictEmitter } from './strict.ts';

type NotificationOptions = { readonly title?: string; readonly body?: string; readonly silent?: boolean };

/** The variable that says how the desktop takes notifications. */
const VARIABLE = 'CHROMIUM_HOST_NOTIFICATIONS';

/** `shown`; `failing`: none is, and each says so; `unheard`: none is, and none says so; `unsupported`: there are none. */
type Desktop = 'shown' | 'failing' | 'unheard' | 'unsupported';

/** A notification that nobody sees: it is recorded where the desktop shows it, and its events come as if it had been. */
export class Notification extends StrictEmitter {
  title: string;
  body: string;
  silent: boolean;
  #isShown = false;

  static isSupported(): boolean {
    return desktop() !== 'unsupported';
  }

  constructor({ title = '', body = '', silent = false }: NotificationOptions = {}) {
    super();
    if (!app.isReady()) throw new Error('Cannot create Notification before app is ready');
    this.title = title;
    this.body = body;
    this.silent = silent;
  }

  /** Once more: the earlier one goes, unsaid. */
  show(): void {
    this.#isShown = false;
    const how = desktop();
    if (how === 'failing') setImmediate(() => this.emit('failed', createEvent({}), whyFailing()));
    if (how !== 'shown') return;
    this.#isShown = true;
    record({ kind: 'notification', title: this.title, body: this.body });
    setImmediate(() => this.emit('show', createEvent({})));
  }

  /** Does nothing to one that is not shown. On Linux Electron no longer hears that it is gone. */
  close(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    if (process.platform !== 'linux') setImmediate(() => this.emit('close', createEvent({})));
  }
}

function desktop(): Desktop {
  const said = process.env[VARIABLE];
  if (said === 'unsupported' || said === 'failing' || said === 'unheard') return said;
  // Windows takes toasts only from who it knows by an id.
  return process.platform === 'win32' && !app.hasUserModelId ? 'failing' : 'shown';
}

function whyFailing(): string {
  return process.platform === 'win32' ? 'The notification platform is unavailable.' : '';
}
