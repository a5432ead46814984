import { ipcMain, type WebContents } from 'electron';
import type { z } from 'zod';
import {
  type CallAnswers,
  type CallInputs,
  callInputs,
  type FileCallAnswers,
  type FileCallInputs,
  fileCallInputs,
  type WindowEvent,
} from '../../shared/api.ts';
import { channels } from '../../shared/channels.ts';
import { failure, type Result } from '../../shared/failure.ts';
import { readCallInput } from './call-input.ts';
import { CallsAtOnce } from './calls-at-once.ts';
import { isOwnFrame } from './security.ts';

type Handlers<Inputs, Answers> = {
  readonly [Name in keyof Inputs & keyof Answers]: (
    input: Inputs[Name],
  ) => Promise<Result<Answers[Name]>> | Result<Answers[Name]>;
};

export type CallHandlers = Handlers<CallInputs, CallAnswers>;
export type FileCallHandlers = Handlers<FileCallInputs, FileCallAnswers>;

type Schemas = Readonly<Record<string, z.ZodType>>;

/** Answers the window's calls. Who asks and what is asked is checked here, for every call, before anything happens. */
export function answerCalls(
  window: () => WebContents | null,
  calls: CallHandlers,
  fileCalls: FileCallHandlers,
  onTrouble: (name: string, error: unknown) => void,
): void {
  const atOnce = new CallsAtOnce();
  const listen = (channel: string, schemas: Schemas, handlers: object): void => {
    ipcMain.handle(channel, async (event, name: unknown, input: unknown): Promise<Result<unknown>> => {
      if (!isOwnFrame(event.senderFrame, window())) return refused('This page may not ask for that.');
      if (typeof name !== 'string' || !Object.hasOwn(schemas, name)) return refused('There is no such call.');
      const schema = schemas[name];
      const read = schema === undefined ? null : readCallInput(schema, input);
      const handler: unknown = Reflect.get(handlers, name);
      if (read === null || typeof handler !== 'function') return refused('The call’s input is not valid.');
      try {
        return await atOnce.answer(name, async () => handler(read.value));
      } catch (error) {
        onTrouble(name, error);
        return failure({
          code: 'internal',
          message: 'Something went wrong inside Dropslip. Try again; if it stays, restart the app.',
        });
      }
    });
  };
  listen(channels.call, callInputs, calls);
  listen(channels.fileCall, fileCallInputs, fileCalls);
}

function refused(message: string): Result<never> {
  return failure({ code: 'refused', message });
}

/** Tells the window; nothing happens while there is none. */
export function tellWindow(window: WebContents | null, event: WindowEvent): void {
  if (window !== null && !window.isDestroyed()) window.send(channels.event, event);
}
