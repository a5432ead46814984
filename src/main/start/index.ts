import { app } from 'electron';
import { openBeforeChromium } from './before-chromium.ts';
import type { Launch } from './launch.ts';
import { run } from './running.ts';
import { openWithChromium } from './with-chromium.ts';

/** Opens all of the app on a data folder that is this start's alone, and shows its window. */
export async function start(launch: Launch): Promise<void> {
  const before = await openBeforeChromium(launch);
  if (before === null) {
    app.exit(1);
    return;
  }
  await launch.ready;
  run({ ...launch, ...before, ...(await openWithChromium(before)) });
}
