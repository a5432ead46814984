import { once } from 'node:events';
import { z } from 'zod';
import type { RunningApp } from './launch.ts';

/** Launch options that `inMain` needs. */
export const withInspector = { args: ['--inspect=127.0.0.1:0'] } as const;

const thrown = z.object({ text: z.string(), exception: z.object({ description: z.string() }).optional() });
const answerShape = z.object({
  id: z.number(),
  error: z.object({ message: z.string() }).optional(),
  result: z
    .object({ exceptionDetails: thrown.optional(), result: z.object({ value: z.unknown().optional() }).optional() })
    .optional(),
});

/**
 * Runs statements in the app's main process, where `electron` is available, and resolves with their awaited result as
 * JSON. For actions of a desktop that no page can do (the frame's close button, another window in front). Launch the
 * app `withInspector`.
 */
export async function inMain(app: RunningApp, statements: string): Promise<unknown> {
  // Worker threads have their own inspectors. The first one is that of the process.
  const address = /Debugger listening on (ws:\/\/\S+)/.exec(app.errors())?.[1];
  if (address === undefined) throw new Error('The app was not launched with an inspector.');
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const answered = once(socket, 'message');
  const params = { expression: wrapped(statements), awaitPromise: true, returnByValue: true };
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
  const [message] = await answered;
  socket.close();
  const { error, result } = answerShape.parse(JSON.parse(String(message instanceof MessageEvent ? message.data : '')));
  if (error !== undefined) throw new Error(error.message);
  const problem = result?.exceptionDetails;
  if (problem !== undefined) throw new Error(problem.exception?.description ?? problem.text);
  return result?.result?.value;
}

/** Creates `require`, because the app's bundles are modules. */
function wrapped(statements: string): string {
  return `(async () => {
    const { createRequire } = process.getBuiltinModule('node:module');
    const electron = createRequire(process.cwd() + '/')('electron');
    ${statements}
  })()`;
}

/** Crashes the process of the app's page. The app reopens the page in a new one. */
export async function crashPage(app: RunningApp): Promise<void> {
  const crashed = app.page.waitForEvent('crash');
  // `Page.crash` over CDP never receives an answer, so that it would be sent again to the next page.
  await inMain(app, 'electron.BrowserWindow.getAllWindows()[0].webContents.forcefullyCrashRenderer();');
  await crashed;
}

/** Closes the app's window like its frame's button. The app may refuse. */
export async function closeWindow(app: RunningApp): Promise<void> {
  await inMain(app, 'electron.BrowserWindow.getAllWindows()[0].close();');
}

/** The text in the clipboard of the app's desktop. */
export function clipboardText(app: RunningApp): Promise<unknown> {
  return inMain(app, 'return electron.clipboard.readText();');
}

/** Chooses an entry of the application menu. */
export async function chooseInMenu(app: RunningApp, id: string): Promise<void> {
  await inMain(app, `electron.Menu.getApplicationMenu().getMenuItemById(${JSON.stringify(id)}).click();`);
}
