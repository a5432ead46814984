import '@fontsource-variable/inter/wght.css';
import './app/mantine.css';
import './app/tokens.css';
import './app/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { chooseFromMenu } from './app/shortcuts.ts';
import { windowApi } from './data/calls.ts';
import { goTo } from './data/navigation.ts';
import { queryClient, StaleAnswers } from './data/queries.ts';
import { QueueMirror, windowEvents } from './data/window-events.ts';
import { windowStore } from './data/window-state.ts';
import { listenForLookups } from './features/lookup/index.ts';
import { listenForRetrievals } from './features/retrieval/index.ts';
import { takeOpened } from './features/submit/index.ts';
import { verifyOpened } from './features/verify/index.ts';
import { showNotice, showSaved } from './ui/notes.tsx';

windowApi().onEvent(windowEvents.dispatch);
new QueueMirror(windowEvents, windowStore, () => windowApi().call('app.snapshot', {}));
new StaleAnswers(queryClient, windowEvents, windowStore);
listenForLookups(windowEvents);
listenForRetrievals(windowEvents);
windowEvents.on('notice', ({ notice }) => showNotice(notice));
windowEvents.on('files-opened', ({ opened }) => takeOpened(opened));
windowEvents.on('receipt-opened', ({ openedId, name, others }) => void verifyOpened(openedId, name, others));
windowEvents.on('file-saved', ({ fileName, savedId }) => showSaved(fileName, savedId));
windowEvents.on('open-queue', () => goTo('submit'));
windowEvents.on('menu-chosen', ({ command }) => chooseFromMenu(command));

/** The wait in milliseconds for main's first snapshot. If it takes longer, the frame is drawn first. */
const FIRST_SNAPSHOT_WAIT_MS = 150;

const root = document.getElementById('root');
const stop = windowStore.subscribe(draw);
const late = setTimeout(draw, FIRST_SNAPSHOT_WAIT_MS);

function draw(): void {
  stop();
  clearTimeout(late);
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
