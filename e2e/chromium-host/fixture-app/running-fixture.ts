import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createUserData, FIXTURE_APP, type Fixture, removeUserData, startFixture } from './driver.ts';

/** The fixture app, started once for a file of tests, with what it noted of one test gone before the next. `appFolder` makes another one of it. */
export function runningFixture(appFolder: (userData: string) => Promise<string> = async () => FIXTURE_APP) {
  let folder: string;
  let app: Fixture;
  beforeAll(async () => {
    folder = createUserData();
    app = await startFixture(folder, [], await appFolder(folder));
  }, 60_000);
  beforeEach(async () => {
    await app.inMain('state.seen.length = 0; state.allowNavigation = false; state.refuseClose = false;');
  });
  afterAll(async () => {
    await app.stop();
    await app.end();
    removeUserData(folder);
  });
  return {
    get app(): Fixture {
      return app;
    },
    /** The app's user data. */
    get folder(): string {
      return folder;
    },
    inPage: <Value>(code: string): Promise<Value> => app.page.evaluate(code),
  };
}
