import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useCallback, useState } from 'react';
import { AccountDialogs, TroubleBanner } from '../features/accounts/index.ts';
import { FileDrop } from '../features/submit/index.ts';
import { useWindowStore } from '../state/window-store.ts';
import classes from './App.module.css';
import { CloseQuestion } from './CloseQuestion.tsx';
import { Navigation } from './Navigation.tsx';
import { type ScreenId, screens } from './screens.ts';
import { styleNonce } from './style-nonce.ts';
import { cssVariables, theme } from './theme.ts';

const colorSchemes = localStorageColorSchemeManager({ key: 'dropslip-color-scheme' });

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={styleNonce}
    >
      <Notifications position="bottom-right" limit={4} />
      <Frame />
      <CloseQuestion />
    </MantineProvider>
  );
}

function Frame() {
  const [screenId, setScreenId] = useState<ScreenId>('submit');
  const phase = useWindowStore((state) => state.phase);
  const showSubmit = useCallback(() => setScreenId('submit'), []);
  const screen = screens.find((candidate) => candidate.id === screenId) ?? screens[0];
  return (
    <div className={classes.frame}>
      <Navigation current={screen.id} onChoose={setScreenId} />
      <main className={classes.sheet} aria-busy={phase.kind === 'loading'}>
        <TroubleBanner />
        {phase.kind === 'ready' && <screen.view />}
        {phase.kind === 'broken' && (
          <div className={classes.broken} role="alert">
            <h1>Dropslip could not start</h1>
            <p>{phase.reason.message}</p>
          </div>
        )}
      </main>
      <AccountDialogs />
      {phase.kind === 'ready' && <FileDrop onTaken={showSubmit} />}
    </div>
  );
}
