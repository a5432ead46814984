import { app } from 'electron';
import type { Launch } from './first-window.ts';
import { openFirstWindow } from './first-window.ts';

/** Opens the whole app on a data folder that this start owns, and shows its window. */
export async function start(launch: Launch): Promise<void> {
  const first = await openFirstWindow(launch);
  if (first === null) {
    app.exit(1);
    return;
  }
  const { run } = await import('./running.ts');
  await run({ ...launch, ...first });
}
