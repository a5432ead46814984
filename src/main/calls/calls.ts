import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { answerCall, callNamed, refused } from '../../core/calls.ts';
import type { Handlers } from '../../shared/bridge/bridge.ts';
import { channels } from '../../shared/bridge/ipc.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { APP_PAGE } from '../files/app-protocol.ts';
import { hasHadFrames, isOwnFrame } from '../security.ts';

/** Answers the window's calls. The sender and the input of every call are verified here first. */
export class Calls {
  readonly #page: () => Pick<WebContents, 'mainFrame'> | null;
  readonly #handlers: Handlers;
  readonly #isOwnPath: (path: string) => boolean;
  readonly #onProblem: (name: string, error: unknown) => void;

  /** `isOwnPath`: true for paths in the app's own folders. The user gives no files from there; a page may have created them. */
  constructor(
    page: () => Pick<WebContents, 'mainFrame'> | null,
    handlers: Handlers,
    isOwnPath: (path: string) => boolean,
    onProblem: (name: string, error: unknown) => void,
  ) {
    this.#page = page;
    this.#handlers = handlers;
    this.#isOwnPath = isOwnPath;
    this.#onProblem = onProblem;
  }

  answer(event: IpcMainInvokeEvent, name: unknown, input: unknown): Promise<Result<unknown>> {
    return this.#answer(event, name, false, () => success(input));
  }

  /** `paths`: of the files that the preload has received from the user. */
  answerWithFiles(event: IpcMainInvokeEvent, name: unknown, input: unknown, paths: unknown): Promise<Result<unknown>> {
    return this.#answer(event, name, true, () => {
      // The app's own page has no frames. A frame could start a drag unnoticed and use it to give itself files.
      if (hasHadFrames(event.sender)) return failure({ code: 'files-not-given' });
      if (!Array.isArray(paths)) return refused;
      if (paths.some((path) => typeof path === 'string' && this.#isOwnPath(path))) return failure({ code: 'own-file' });
      return success({ ...(typeof input === 'object' ? input : {}), paths });
    });
  }

  async #answer(
    { senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>,
    name: unknown,
    hasFiles: boolean,
    inputOf: () => Result<unknown>,
  ): Promise<Result<unknown>> {
    if (!isOwnFrame(senderFrame, this.#page(), APP_PAGE) || typeof name !== 'string') return refused;
    if (callNamed(this.#handlers, name)?.hasFiles !== hasFiles) return refused;
    const input = inputOf();
    return input.ok ? answerCall(this.#handlers, name, input.value, this.#onProblem) : input;
  }
}

/** Registers for the window's calls now, and answers them once the rest of the app is ready. */
export function listenForCalls(calls: Promise<Calls>): void {
  ipcMain.handle(channels.call, async (event, name: unknown, input: unknown) =>
    (await calls).answer(event, name, input),
  );
  ipcMain.handle(channels.fileCall, async (event, name: unknown, input: unknown, paths: unknown) =>
    (await calls).answerWithFiles(event, name, input, paths),
  );
}
