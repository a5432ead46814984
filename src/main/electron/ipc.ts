import { ipcMain, type WebContents } from 'electron';
import type { z } from 'zod';
import {
  type CallAnswers,
  type CallInputs,
  callInputs,
  channels,
  type FileCallAnswers,
  type FileCallInputs,
  fileCallInputs,
  type WindowEvent,
} from '../../shared/bridge/bridge.ts';
import { failure, type Result, success } from '../../shared/bridge/failure.ts';
import { isOfCallSize } from '../../shared/bridge/input.ts';
import { APP_PAGE } from './app-protocol.ts';
import { readCallInput } from './call-input.ts';
import { CallsAtOnce } from './calls-at-once.ts';
import { type FileUse, GivenFileBook } from './given-files.ts';
import { hasHadFrames, isOwnFrame } from './security.ts';

type Handlers<Inputs, Answers> = {
  readonly [Name in keyof Inputs & keyof Answers]: (
    input: Inputs[Name],
  ) => Promise<Result<Answers[Name]>> | Result<Answers[Name]>;
};

export type CallHandlers = Handlers<CallInputs, CallAnswers>;
export type FileCallHandlers = Handlers<FileCallInputs, FileCallAnswers>;

type Schemas = Readonly<Record<string, z.ZodType>>;

/** What is done with the files of a call. */
const uses: Readonly<Record<keyof FileCallInputs, FileUse>> = {
  'submissions.add': 'send',
  'receipts.read': 'read',
  'receipts.verify': 'read',
  'lookup.file': 'read',
};

/** Answers the window's calls. Who asks and what is asked is checked here, for every call, before anything happens. */
export function answerCalls(
  window: () => WebContents | null,
  calls: CallHandlers,
  fileCalls: FileCallHandlers,
  isOwnPath: (path: string) => boolean,
  onTrouble: (name: string, error: unknown) => void,
): void {
  const atOnce = new CallsAtOnce();
  const files = new GivenFileBook(() => performance.now(), isOwnPath);
  const answer = async (
    schemas: Schemas,
    handlers: object,
    name: string,
    inputOf: () => Result<unknown>,
  ): Promise<Result<unknown>> => {
    try {
      // Looking at the input is work as well, so it is counted before.
      return await atOnce.answer(name, async () => {
        const input = inputOf();
        if (!input.ok) return input;
        const schema = schemas[name];
        const read = schema === undefined ? null : readCallInput(schema, input.value);
        const handler: unknown = Reflect.get(handlers, name);
        if (read === null || typeof handler !== 'function') return refused('The call’s input is not valid.');
        return handler(read.value);
      });
    } catch (error) {
      onTrouble(name, error);
      return failure({
        code: 'internal',
        message: 'Something went wrong inside Dropslip. Try again; if it stays, restart the app.',
      });
    }
  };
  ipcMain.handle(channels.call, async (event, name: unknown, input: unknown): Promise<Result<unknown>> => {
    if (!isOwnFrame(event.senderFrame, window(), APP_PAGE)) return refused('This page may not ask for that.');
    if (!isOf(callInputs, name)) return refused('There is no such call.');
    return answer(callInputs, calls, name, () => success(input));
  });
  ipcMain.on(channels.filesGiven, (event, given: unknown) => {
    // The app's own page has no frames. In one, a page could begin a drag unheard and give itself files by it.
    if (isOwnFrame(event.senderFrame, window(), APP_PAGE) && !hasHadFrames(event.sender)) files.take(given);
  });
  ipcMain.handle(channels.fileCall, async (event, name: unknown, input: unknown, picked: unknown) => {
    if (!isOwnFrame(event.senderFrame, window(), APP_PAGE)) return refused('This page may not ask for that.');
    if (!isOf(fileCallInputs, name)) return refused('There is no such call.');
    return answer(fileCallInputs, fileCalls, name, () => {
      if (!isOfCallSize(input)) return refused('The call’s input is not valid.');
      const paths = files.pathsFor(uses[name], picked);
      if (!paths.ok) return paths;
      const rest = typeof input === 'object' && input !== null ? input : {};
      return success({ ...rest, paths: paths.value });
    });
  });
}

function isOf<Table extends Schemas>(table: Table, name: unknown): name is keyof Table & string {
  return typeof name === 'string' && Object.hasOwn(table, name);
}

function refused(message: string): Result<never> {
  return failure({ code: 'refused', message });
}

/** Tells the window; nothing happens while there is none. */
export function tellWindow(window: WebContents | null, event: WindowEvent): void {
  if (window !== null && !window.isDestroyed()) window.send(channels.event, event);
}
