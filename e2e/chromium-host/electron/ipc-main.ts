import { createEvent } from './event.ts';
import { recordMessage } from './record.ts';
import { StrictEmitter } from './strict.ts';
import type { WebContents } from './web-contents.ts';
import type { WebFrameMain } from './web-frame-main.ts';

type Listener = (event: object, ...args: unknown[]) => unknown;
/** `senderFrame` gives null once the document is gone that has sent the message. */
type Source = { readonly sender: WebContents; readonly senderFrame: () => WebFrameMain | null };

class IpcMain extends StrictEmitter {
  readonly #handlers = new Map<string, Listener>();

  handle(channel: string, listener: Listener): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    if (typeof listener !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof listener}'`);
    this.#handlers.set(channel, listener);
  }

  handleOnce(channel: string, listener: Listener): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return listener(event, ...args);
    });
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** For the host: makes a window's `invoke`. Rejects with the message that the window is to see. */
  async answer(source: Source, channel: string, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    try {
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      const answer = await handler(ipcEvent(source), ...args);
      recordMessage(channel, answer);
      return answer;
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error);
      throw new Error(`Error invoking remote method '${channel}': ${error}`);
    }
  }

  /** For the host: passes on a window's `send`. */
  receive(source: Source, channel: string, args: readonly unknown[]): void {
    const reply = (to: string, ...answer: unknown[]): void => source.sender.send(to, ...answer);
    this.emit(channel, Object.assign(ipcEvent(source), { reply }), ...args);
  }

  /** For the host: passes on a window's `sendSync`; gives what the listeners set as `event.returnValue`. */
  receiveSync(source: Source, channel: string, args: readonly unknown[]): unknown {
    const event = Object.assign(ipcEvent(source), { returnValue: undefined as unknown });
    this.emit(channel, event, ...args);
    return event.returnValue;
  }
}

/** As in Electron the frame is looked up when it is asked for, and may be gone by then. */
function ipcEvent({ sender, senderFrame }: Source): object {
  const { processId, routingId: frameId } = sender.mainFrame;
  const event = createEvent({ type: 'frame', sender, processId, frameId });
  return Object.defineProperty(event, 'senderFrame', { get: senderFrame, enumerable: true, configurable: true });
}

export const ipcMain = new IpcMain();
