import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { CoreRun, smallFiles, stopClocks, testFolder } from './batch.fixture.ts';
import { MemoryService } from './memory-service.fixture.ts';

const FILES = 8;
const DAY = 86_400_000;

beforeEach(stopClocks);

test.for([
  ['forth', [DAY]],
  ['back', [-DAY]],
  ['back and forth with every submission', [DAY, -DAY, 0]],
] as const)(
  'a clock that is set %s by a day while answers are lost costs nobody a second charge',
  { timeout: 240_000 },
  async ([, shifts], context) => {
    const folder = await testFolder(context.onTestFinished);
    const files = await smallFiles(folder, FILES);
    let submissions = 0;
    const service = new MemoryService({
      treat: (file, attempt) => {
        submissions += 1;
        const number = Number(file.split(' ')[1]);
        return { taken: attempt > 1 || number % 4 !== 1, answered: attempt > 1 || number % 4 > 1 };
      },
    });
    await service.listen();
    const now = (): number => Date.now() + (submissions < 3 ? 0 : (shifts[submissions % shifts.length] ?? 0));
    const userData = join(folder, 'user data');

    const first = await CoreRun.open({ userData, now }, service);
    await first.drop(files);
    await first.timePasses(() => first.areAll('confirmed', 'submitted', 'unsettled'));
    await first.close();
    const second = await CoreRun.open({ userData, now }, service);
    await second.timePasses(() => second.areAll('confirmed'));
    await second.close();
    await service.close();
    // A record that is a day away from its attempt proves nothing: what is left uncertain is called that.
    expect(second.broken(files, false)).toEqual([]);
  },
);
