import { once } from 'node:events';
import { dropPaths } from '../app/drop.ts';
import { driveApp, type RunningApp, spawnApp } from '../app/launch.ts';
import { endsWithUs } from '../bench/children.ts';
import { type Life, signals } from './life.ts';

export type AppOrders = {
  readonly userData: string;
  readonly env: Readonly<Record<string, string>>;
  readonly drops: readonly (readonly string[])[];
};

/** Starts the built app and drops the remaining files on its window. */
export function startApp({ userData, env, drops }: AppOrders): Life {
  const child = endsWithUs(spawnApp({ userData, env }));
  const driven = driveApp(child);
  const dropped = driven.then(async ({ page }) => {
    for (const paths of drops) await dropPaths(page, paths);
  });
  const started = driven.then(() => undefined);
  // Prevents unhandled rejections if the caller does not wait for the start or the drop.
  for (const step of [started, dropped]) step.catch(() => undefined);
  let running: RunningApp | null = null;
  const ended = once(child, 'exit').then(() => undefined);
  driven.then(
    (app) => {
      running = app;
      // Disconnects from the window after the app has ended.
      void ended.then(app.kill);
    },
    () => undefined,
  );
  return {
    started,
    dropped,
    shown: new Map(),
    ...signals(child, ended),
    errors: () => running?.errors() ?? '',
  };
}
