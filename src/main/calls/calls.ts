import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { calls, type Handlers } from '../../shared/bridge/bridge.ts';
import type { Call } from '../../shared/bridge/call.ts';
import { channels, isOfCallSize } from '../../shared/bridge/ipc.ts';
import { failure, isResult, type Result, success } from '../../shared/failures/failure.ts';
import { APP_PAGE } from '../files/app-protocol.ts';
import { hasHadFrames, isOwnFrame } from '../security.ts';
import { CallsAtOnce, readCallInput } from './call-limits.ts';
import { GestureRegistry } from './gesture-registry.ts';

type CallsParts = {
  readonly window: () => Pick<WebContents, 'mainFrame'> | null;
  readonly handlers: Handlers;
  /** True if a path is in the app's own folders. */
  readonly isOwnPath: (path: string) => boolean;
  readonly onProblem: (name: string, error: unknown) => void;
};

/** Answers the window's calls. The sender and the input of every call are verified here first. */
export class Calls {
  readonly #parts: CallsParts;
  readonly #atOnce = new CallsAtOnce();
  readonly #files: GestureRegistry;

  constructor(parts: CallsParts) {
    this.#parts = parts;
    this.#files = new GestureRegistry(() => performance.now(), parts.isOwnPath);
  }

  answer(event: IpcMainInvokeEvent, name: unknown, input: unknown): Promise<Result<unknown>> {
    return this.#answer(event, name, false, () => success(input));
  }

  answerWithFiles(event: IpcMainInvokeEvent, name: unknown, input: unknown, picked: unknown): Promise<Result<unknown>> {
    return this.#answer(event, name, true, ({ files }) => {
      if (files === null || !isOfCallSize(input)) return refused;
      const paths = this.#files.pathsFor(files, picked);
      if (!paths.ok) return paths;
      const rest = typeof input === 'object' && input !== null ? input : {};
      return success({ ...rest, paths: paths.value });
    });
  }

  takeFiles(event: IpcMainEvent, given: unknown): void {
    // The app's own page has no frames. A frame could start a drag unnoticed and use it to give itself files.
    if (this.#isOwn(event) && !hasHadFrames(event.sender)) this.#files.take(given);
  }

  async #answer(
    event: Pick<IpcMainInvokeEvent, 'senderFrame'>,
    name: unknown,
    hasFiles: boolean,
    inputOf: (entry: Call) => Result<unknown>,
  ): Promise<Result<unknown>> {
    if (!this.#isOwn(event)) return refused;
    if (!isCallName(name)) return refused;
    const entry: Call = calls[name];
    if ((entry.files !== null) !== hasFiles) return refused;
    try {
      // Counted first, because validating the input is work as well.
      return await this.#atOnce.answer(name, entry.atOnce, async () => {
        const input = inputOf(entry);
        if (!input.ok) return input;
        const read = readCallInput(entry.input, input.value);
        if (read === null) return refused;
        const handle: (input: never) => unknown = this.#parts.handlers[name];
        const answer: unknown = await Reflect.apply(handle, this.#parts.handlers, [read.value]);
        if (isResult(answer) && (entry.hasAnswer || !answer.ok)) return answer;
        if (entry.hasAnswer) throw new Error('The handler has not answered.');
        return success(null);
      });
    } catch (error) {
      this.#parts.onProblem(name, error);
      return failure({ code: 'internal' });
    }
  }

  #isOwn({ senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
    return isOwnFrame(senderFrame, this.#parts.window(), APP_PAGE);
  }
}

function isCallName(name: unknown): name is keyof typeof calls {
  return typeof name === 'string' && Object.hasOwn(calls, name);
}

const refused: Result<never> = failure({ code: 'refused' });

/** Registers for the window's calls now, and answers them once the rest of the app is ready. */
export function listenForCalls(calls: Promise<Calls>): void {
  ipcMain.handle(channels.call, async (event, name: unknown, input: unknown) =>
    (await calls).answer(event, name, input),
  );
  ipcMain.handle(channels.fileCall, async (event, name: unknown, input: unknown, picked: unknown) =>
    (await calls).answerWithFiles(event, name, input, picked),
  );
  ipcMain.on(channels.filesGiven, async (event, given: unknown) => (await calls).takeFiles(event, given));
}
