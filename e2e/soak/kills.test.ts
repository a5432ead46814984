import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DroppedFiles, writeDroppedFiles } from './dropped-files.ts';
import { type Phase, phases } from './kill-plan.ts';
import { soak } from './soak.ts';

const SEEDS = Array.from({ length: 25 }, (_, index) => index + 1);
const KILLS = 4;
const FILES = 1_000;
const FILE_BYTES = 4_096;
/** Looks at the service’s records come at growing intervals: longer than one of those. */
const STUCK_AFTER_MS = 75_000;

let folder: string;
let files: DroppedFiles;
const killedWhile = new Map<Phase, number>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dropslip-soak-files-'));
  files = await writeDroppedFiles(folder, FILES, FILE_BYTES);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

describe.concurrent('a batch of 1,000 files whose sender is killed again and again', () => {
  test.for(SEEDS)(
    'ends with 1,000 charges, 1,000 receipts and none twice (seed %i)',
    { timeout: 300_000 },
    async (seed, { expect }) => {
      const report = await soak({ seed, kills: KILLS, files, stuckAfterMs: STUCK_AFTER_MS });
      for (const { moment } of report.kills) {
        killedWhile.set(moment.phase, (killedWhile.get(moment.phase) ?? 0) + 1);
      }
      const replay = `npm run soak -- --seed ${seed} --kills ${KILLS}`;
      expect({ replay, broken: report.broken.slice(0, 20) }).toEqual({ replay, broken: [] });
      expect(report.kills).toHaveLength(KILLS);
    },
  );
});

test('the kills fell into every stretch of the batch’s life', () => {
  for (const phase of phases) expect(killedWhile.get(phase) ?? 0, phase).toBeGreaterThan(SEEDS.length / 5);
});
