import { EventEmitter } from 'node:events';
import type { DevToolsSession } from '../chromium/connection.ts';
import type { FromWindow, ToWindow } from './messages.ts';
import { ISOLATED_WORLD, type PageSecrets } from './scripts.ts';
import { structuredCloneCodec } from './structured-clone.ts';

export const codec = structuredCloneCodec();

/** Where a message came from: it goes stale when the page navigates. */
export type Origin = { readonly contextId: number };

type WorldEvents = {
  message: [message: FromWindow, body: () => unknown, origin: Origin];
};

/** The host's end of the line to the preload's world of one window's top frame. */
export class PreloadWorld extends EventEmitter<WorldEvents> {
  readonly #session: DevToolsSession;
  readonly #secrets: PageSecrets;
  #current: number | null = null;

  constructor(session: DevToolsSession, secrets: PageSecrets) {
    super();
    this.#session = session;
    this.#secrets = secrets;
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === secrets.binding) this.#receive(payload, executionContextId);
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (executionContextId === this.#current) this.#current = null;
    });
    session.on('Runtime.executionContextsCleared', () => {
      this.#current = null;
    });
  }

  async open(): Promise<void> {
    await Promise.all([
      this.#session.send('Runtime.enable'),
      this.#session.send('Runtime.addBinding', { name: this.#secrets.binding, executionContextName: ISOLATED_WORLD }),
    ]);
  }

  /** Whether the document is still there that a message came from. */
  isCurrent(origin: Origin): boolean {
    return origin.contextId === this.#current;
  }

  /** The page is gone, and every document of it. */
  close(): void {
    this.#current = null;
  }

  /** Sends to the document that is there now, or to `origin`'s only. What is for a document that is gone is dropped. */
  tell(head: ToWindow, body: string | undefined, origin?: Origin): void {
    if (this.#current === null || (origin !== undefined && origin.contextId !== this.#current)) return;
    const message = body === undefined ? JSON.stringify(head) : `${JSON.stringify(head)}\n${body}`;
    this.#session
      .send('Runtime.callFunctionOn', {
        executionContextId: this.#current,
        functionDeclaration: `function (message) { ${this.#secrets.deliver}(message); }`,
        arguments: [{ value: message }],
        silent: true,
      })
      .catch(() => undefined);
  }

  #receive(payload: string, contextId: number): void {
    const end = payload.indexOf('\n');
    const head: FromWindow = JSON.parse(end === -1 ? payload : payload.slice(0, end));
    if (head.kind === 'started') this.#current = contextId;
    this.emit('message', head, () => codec.decode(payload.slice(end + 1)), { contextId });
  }
}
