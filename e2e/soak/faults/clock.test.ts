import { join } from 'node:path';
import { test } from 'vitest';
import { CoreRun, smallFiles, testFolder } from './batch.fixture.ts';
import { MemoryService } from './memory-service.fixture.ts';

const FILES = 12;
const DAY = 86_400_000;
/** So many looks at the records after everything has come to rest: each could still conclude something wrong. */
const LOOKS_AT_REST = 2;

test.concurrent.for([
  ['forth', [DAY]],
  ['back', [-DAY]],
  ['back and forth with every submission', [DAY, -DAY, 0]],
] as const)(
  'a clock that is set %s by a day while answers are lost costs nobody a second charge',
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
    await first.until(() => first.states().filter((kind) => kind === 'unsettled').length > 2);
    await first.core.close();

    const second = await CoreRun.open({ userData, now }, service);
    await second.drop(files);
    await second.untilAll('confirmed', 'unsettled');
    const lists = service.lists;
    const unsettled = (): number => second.states().filter((kind) => kind === 'unsettled').length;
    if (unsettled() > 0) await second.until(() => service.lists >= lists + LOOKS_AT_REST || unsettled() === 0);
    await second.untilAll('confirmed', 'unsettled');
    // A record that is a day away from its attempt proves nothing: what is left uncertain is called that.
    await second.core.close();
    const broken = second.broken(files, service, false);
    await service.close();
    context.expect(broken).toEqual([]);
  },
);
