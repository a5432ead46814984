import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DiagnosticsReport } from '../../shared/bridge/app.ts';
import type { Handlers } from '../../shared/bridge/bridge.ts';
import { success } from '../../shared/failures/failure.ts';
import type { SizeUnits } from '../../shared/sizes.ts';
import type { QueueSettings } from '../../shared/submissions/queue-settings.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Credentials } from '../service/index.ts';
import type { GivenPath, SubmissionQueries } from '../submissions/index.ts';
import { accountCode, databaseFacts, diskFacts, fileCode, logTail, reportText } from './report.ts';
import { createScrubber } from './scrub.ts';

/** In characters: below the limit of the call `app.copyText`. */
const LONGEST_REPORT = 900_000;
const SHOWN_PROBLEMS = 30;

/** The installed app. */
type InstalledApp = {
  /** The app's data folder, with its database and logs. */
  readonly userData: string;
  readonly appFolder: string;
  readonly sizes: SizeUnits;
  readonly versions: () => Readonly<Record<string, string>>;
};

/** The report for Dropslip's support. It describes the state of the app, but neither the user nor their files. */
export class Diagnostics {
  readonly #database: DatabaseSync;
  readonly #submissions: SubmissionQueries;
  readonly #accounts: Accounts;
  readonly #queueSettings: (accountId: string) => QueueSettings;
  /** The account's secrets, so that the report can remove them; null, or without a secret that cannot be read. */
  readonly #secrets: (accountId: string) => Promise<Credentials | null>;
  readonly #app: InstalledApp;
  readonly #now: () => number;

  constructor(
    database: DatabaseSync,
    submissions: SubmissionQueries,
    accounts: Accounts,
    queueSettings: (accountId: string) => QueueSettings,
    secrets: (accountId: string) => Promise<Credentials | null>,
    app: InstalledApp,
    now: () => number,
  ) {
    this.#database = database;
    this.#submissions = submissions;
    this.#accounts = accounts;
    this.#queueSettings = queueSettings;
    this.#secrets = secrets;
    this.#app = app;
    this.#now = now;
  }

  /** `serviceWords`: includes error texts of services. */
  async report(serviceWords: boolean): Promise<DiagnosticsReport> {
    const { userData, appFolder, sizes, versions } = this.#app;
    const submissions = this.#submissions;
    const accounts = this.#accounts.list();
    const databasePath = join(userData, 'dropslip.db');
    const [secrets, disk, log] = await Promise.all([
      Promise.all(accounts.map(({ id }) => this.#secrets(id))),
      diskFacts(databasePath, sizes),
      logTail(join(userData, 'logs', 'dropslip.log')),
    ]);
    const at = new Date(this.#now()).toISOString();
    const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const problems = submissions.problems(SHOWN_PROBLEMS);
    const named = new Set(problems.map(({ localId }) => localId));
    const scrub = createScrubber({
      secrets: secrets.flatMap((one) => [one?.apiKey ?? '', one?.accessToken ?? '']),
      files: submissions.givenPaths().flatMap((file) => (named.has(file.localId) ? shownFile(file) : [])),
      accounts: accounts
        // The practice account's name is not private.
        .filter(({ kind }) => kind === 'service')
        .map(({ id, name }) => ({ name, shown: accountCode(accounts, id) })),
      appFolder,
      userName: userInfo().username,
      computerName: hostname(),
    });
    const text = reportText({
      at,
      versions: versions(),
      language: locale,
      timeZone,
      accounts,
      activeAccountId: this.#accounts.activeId(),
      queueSettings: this.#queueSettings,
      counts: submissions.countsByState(),
      problems,
      serviceWords,
      database: databaseFacts(this.#database),
      disk,
      log,
    });
    return {
      text: scrub(text).slice(0, LONGEST_REPORT),
      fileName: `Dropslip diagnostics ${at.slice(0, 10)}.txt`,
    };
  }
}

function shownFile({ localId, path, name, folder }: GivenPath) {
  const file = { path, name, shown: fileCode(localId) };
  // A dropped folder is also removed by its name.
  return folder === null ? [file] : [file, { path: folder, name: folder, shown: '<folder>' }];
}

export function diagnosticHandlers(diagnostics: Diagnostics): Handlers<'diagnostics'> {
  return { 'diagnostics.report': async ({ serviceWords }) => success(await diagnostics.report(serviceWords)) };
}
