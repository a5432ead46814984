import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { type PageState, reportPageEvents } from './page-events.ts';

test('a page that has loaded while its window closed says nothing of it any more', () => {
  const session = new EventEmitter();
  const contents = Object.assign(new EventEmitter(), { id: 1, mainFrame: {} });
  const state: PageState = { frameId: 'top', url: 'app://fixture/index.html', isLoading: true, detached: false };
  const loaded = vi.fn();
  contents.on('did-finish-load', loaded);
  reportPageEvents(session as never, contents as never, state);
  session.emit('Page.loadEventFired', {});
  state.detached = true;
  session.emit('Page.loadEventFired', {});
  expect(loaded).toHaveBeenCalledOnce();
});
