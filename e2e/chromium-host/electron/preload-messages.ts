import type { Question } from '../page/messages.ts';
import { codec, type PreloadWorld } from '../page/preload-world.ts';
import { createEvent } from './event.ts';
import { ipcMain } from './ipc-main.ts';
import { nativeTheme } from './native-theme.ts';
import type { WebContents, WebContentsOptions } from './web-contents.ts';

/** Takes what the preload of `contents` says to where it belongs: `ipcMain`, the theme, the window's events. */
export function routePreloadMessages(
  world: PreloadWorld,
  contents: WebContents,
  { preload, onKeyLeftOver }: Pick<WebContentsOptions, 'preload' | 'onKeyLeftOver'>,
): void {
  world.on('message', (message, body, origin) => {
    // Said while its window was closing.
    if (contents.isDestroyed()) return;
    const { mainFrame } = contents;
    const source = { sender: contents, senderFrame: () => (world.isCurrent(origin) ? mainFrame : null) };
    switch (message.kind) {
      case 'started':
      case 'color-scheme':
        nativeTheme.observe(message.dark);
        return;
      case 'key':
        onKeyLeftOver(message.key);
        return;
      case 'send':
        ipcMain.receive(source, message.channel, asArguments(body()));
        return;
      case 'preload-failed': {
        const error = Object.assign(new Error(message.message), { stack: message.stack });
        contents.emit('preload-error', createEvent({}), preload, error);
        return;
      }
      case 'invoke': {
        const { id } = message;
        void ipcMain
          .answer(source, message.channel, asArguments(body()))
          .then((value) => world.tell({ kind: 'resolved', id }, codec.encode(value), origin))
          .catch((error: Error) => world.tell({ kind: 'rejected', id, message: error.message }, undefined, origin));
      }
    }
  });
}

/** Answers `ipcRenderer.sendSync`, for which the page stands still. */
export function answerSendSync(contents: WebContents, question: Extract<Question, { kind: 'send-sync' }>): string {
  const source = { sender: contents, senderFrame: () => (contents.isDestroyed() ? null : contents.mainFrame) };
  return codec.encode(ipcMain.receiveSync(source, question.channel, asArguments(codec.decode(question.args))));
}

function asArguments(decoded: unknown): unknown[] {
  return Array.isArray(decoded) ? decoded : [];
}
