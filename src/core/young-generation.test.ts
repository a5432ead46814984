import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** Returns the size of the space of young objects after many allocations. */
async function spaceAfter(first: string): Promise<number> {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { keepYoungGenerationSmall } from ${JSON.stringify(new URL('./young-generation.ts', import.meta.url).href)};
    ${first}
    const kept = [];
    for (let at = 0; at < 2_000_000; at += 1) {
      kept.push({ at, text: String(at) });
      if (kept.length > 20_000) kept.splice(0, 10_000);
    }
    console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
  return Number(stdout);
}

test('the space of young objects stays small', async () => {
  const [grown, held] = await Promise.all([spaceAfter(''), spaceAfter('keepYoungGenerationSmall();')]);
  expect(held).toBeGreaterThan(0);
  expect(grown).toBeGreaterThan(4 * held);
});
