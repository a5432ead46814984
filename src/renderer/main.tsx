import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './app/tokens.css';
import './app/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { useCloseQuestion } from './data/close-question.ts';
import { connect } from './data/connect.ts';
import { goTo } from './data/navigation.ts';
import { windowApi } from './data/window-api.ts';
import { windowStore } from './data/window-store.ts';
import { connectBalances } from './features/balances/index.ts';
import { connectDeposits } from './features/deposits/index.ts';
import { openDiagnostics } from './features/diagnostics/index.ts';
import { isLookupEvent, takeLookupEvent } from './features/lookup/index.ts';
import { finder } from './features/spotlight/index.ts';
import { showNotes } from './ui/show-notes.ts';
import { showSaved } from './ui/show-saved.ts';

connect(windowApi(), windowStore, {
  onNotice: ({ text, tone }) => showNotes([text], tone),
  onCloseAsked: ({ files }) => useCloseQuestion.setState({ files }),
});

connectBalances(windowApi());
connectDeposits(windowApi());

windowApi().onEvent((event) => {
  if (isLookupEvent(event)) {
    takeLookupEvent(event, (submissionId) => goTo('lookup', { kind: 'submission', submissionId, accountId: null }));
  } else if (event.kind === 'file-saved') showSaved(event.fileName, event.savedId);
  else if (event.kind === 'open-queue') goTo('submit');
  else if (event.kind === 'menu-chosen') (event.command === 'find' ? finder.open : openDiagnostics)();
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
