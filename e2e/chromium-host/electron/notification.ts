import { createEvent } from './event.ts';
import { record } from './record.ts';
import { StrictEmitter } from './strict.ts';

type NotificationOptions = { readonly title?: string; readonly body?: string; readonly silent?: boolean };

/** A notification that nobody sees: it is recorded, and its events come as if it had been shown. */
export class Notification extends StrictEmitter {
  title: string;
  body: string;
  silent: boolean;

  static isSupported(): boolean {
    return true;
  }

  constructor({ title = '', body = '', silent = false }: NotificationOptions = {}) {
    super();
    this.title = title;
    this.body = body;
    this.silent = silent;
  }

  show(): void {
    record({ kind: 'notification', title: this.title, body: this.body });
    setImmediate(() => this.emit('show', createEvent({})));
  }

  close(): void {
    setImmediate(() => this.emit('close', createEvent({})));
  }
}
