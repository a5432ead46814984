import { app } from 'electron';
import type { App } from '../../core/app.ts';
import { closeConnections } from '../../core/service/index.ts';
import { keepYoungGenerationSmall } from '../../core/young-generation.ts';
import { Ending, hasThreadWork } from '../ending.ts';
import { Notices } from '../notices.ts';
import { followPower } from '../power.ts';
import { runSmokeTest } from '../smoke-test.ts';
import { installMenu } from '../window/menu.ts';
import { hearSystem } from '../window/system-events.ts';
import type { FirstWindow, Launch } from './first-window.ts';
import { versions } from './identity.ts';
import { openWholeApp, type WholeApp } from './whole-app.ts';

type Running = Launch & FirstWindow & WholeApp;

/** Opens the rest of the app, resumes the work of an earlier run, and handles system events until the end. */
export async function run(first: Launch & FirstWindow): Promise<void> {
  const running = { ...first, ...(await openWholeApp(first)) };
  const { data, wayIn, closing, desktop, dropslip, separators, events, log } = running;
  const { opened, uncaught } = running;
  const notices = new Notices({
    events,
    known: dropslip.allSubmissions(),
    readsRecords: (accountId) => dropslip.readsRecords(accountId),
    separators,
    showQueue: (accountId) => void wayIn.toQueue(accountId),
    showSubmission: (submissionId) => wayIn.toLink({ kind: 'submission', submissionId }),
  });
  const ending = endingOf(running, [wayIn, opened, notices, desktop, running.updating.updates]);
  uncaught.endRunning(log, () => ending.begin(1));
  installMenu({
    choose: (command) => wayIn.toCommand(command),
    quit: () => events.emit('quit.chosen', {}),
  });
  hearSystem({ window: running.window, wayIn, closing, desktop, ending });

  recover(dropslip);
  followPower(events, dropslip.allSubmissions(), () => dropslip.features.submissions.queue.reconnect());
  running.answerCalls(running.calls);
  if (!desktop.start(opened)) closing.stayWithoutWindow();
  running.links.onLink((link) => wayIn.toLink(link));
  opened.listen({
    onFiles: (paths) => void running.opening.open(paths),
    onScreen: (screen) => wayIn.toCommand(screen),
  });
  if (data.notice !== null) {
    events.notice(data.notice);
    dropslip.readAllRecords();
  }
  if (opened.atStart.isUpdateMissing) events.notice({ code: 'update-not-installed' });
  data.beginCopies();
  // Called last: a start creates many objects, and more memory for them makes it faster.
  keepYoungGenerationSmall();
  if (running.isSmokeTest) void trySmoke(running, ending);
}

async function trySmoke({ window, dropslip }: Running, ending: Ending): Promise<void> {
  const { accounts, keychain, submissions } = dropslip.features;
  // Uses the practice account even if the data folder is no longer empty, so that nothing is paid for.
  const practiceId = accounts.list().find(({ kind }) => kind === 'practice')?.id ?? '';
  const code = await runSmokeTest({
    versions: versions(),
    contents: () => window.contents,
    askKeychain: () => keychain.read('An entry that is not there'),
    submit: (path) => submissions.drops.weigh(practiceId, [path], 'if-needed'),
    submissions: () => dropslip.allSubmissions(),
  });
  if (code === 0) app.quit();
  else ending.begin(code);
}

/** `first` are closed before everything that writes. */
function endingOf(
  { data, dropslip, updating, log }: Running,
  first: readonly { readonly close: () => void }[],
): Ending {
  return new Ending({
    close: () => {
      for (const one of first) one.close();
      const closed = data.close(dropslip.close());
      closeConnections();
      return closed;
    },
    isStuck: () => dropslip.isStuck() || hasThreadWork(),
    last: () => updating.atEnd(),
    exit: (code) => app.exit(code),
    kill: (why) => {
      log.warn({ why }, 'ended by force');
      process.kill(process.pid, 'SIGKILL');
    },
  });
}

/** After a failure nothing may continue behind the window that reports it. */
function recover(dropslip: App): void {
  try {
    dropslip.recover();
  } catch (error) {
    void dropslip.close().catch(() => undefined);
    throw error;
  }
}
