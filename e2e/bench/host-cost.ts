import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { dropPaths } from '../app/drop.ts';
import { createUserData, removeUserData, startFixture } from '../chromium-host/fixture-app/driver.ts';
import { writeFilesIn } from './files.ts';
import { line } from './line.ts';
import type { Measurement } from './measurement.ts';

const FILES = 10_000;
const COST = 'dropslipHostCost';

/**
 * What the Chromium host itself takes to say where ten thousand dropped files lie: it has to ask the browser for each, which
 * Electron has not. An app that does nothing else, so that it can be told from Dropslip's own cost.
 */
export const hostCost: Measurement = {
  name: 'host',
  async run({ folder, rounds, scale, say }) {
    const files = Math.max(20, Math.round(FILES * scale));
    const dropped = join(folder, 'dropped on the host');
    await mkdir(dropped);
    const paths = await writeFilesIn(dropped, files, 64);
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const cost = await pathsOf(paths);
      taken.push(cost);
      say(`round ${round + 1}: ${cost.toFixed(0)} ms`);
    }
    const name = `${files.toLocaleString('en')} files dropped one by one`;
    return [line(`${name}: of these times, the Chromium host’s own (Electron has none)`, 'ms', taken)];
  },
};

/** Milliseconds from the drop until an app that asks for nothing else has the paths of these files. */
async function pathsOf(paths: readonly string[]): Promise<number> {
  const userData = createUserData();
  const fixture = await startFixture(userData);
  try {
    const { page } = fixture;
    await page.evaluate((name) => {
      addEventListener('dragover', (event) => event.preventDefault());
      addEventListener('drop', (event) => {
        event.preventDefault();
        const api: { readonly paths: (files: readonly File[]) => readonly string[] } = Reflect.get(window, 'fixture');
        const count = api.paths([...(event.dataTransfer?.files ?? [])]).filter((path) => path !== '').length;
        Reflect.set(window, name, { count, ms: performance.now() - event.timeStamp });
      });
    }, COST);
    await dropPaths(page, paths);
    await page.waitForFunction((name) => Reflect.get(window, name) !== undefined, COST, { timeout: 120_000 });
    const { count, ms } = z
      .object({ count: z.number(), ms: z.number() })
      .parse(await page.evaluate((name): unknown => Reflect.get(window, name), COST));
    if (count !== paths.length) throw new Error(`Only ${count} of ${paths.length} files had a path.`);
    return ms;
  } finally {
    await fixture.stop();
    await fixture.end();
    removeUserData(userData);
  }
}
