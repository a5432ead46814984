import { app } from 'electron';
import type { UsableDatabase } from '../../core/app-data.ts';
import {
  beginAnew,
  type DatabaseCopy,
  type Distrust,
  isGone,
  openCopy,
  openTrusted,
  soundCopy,
  type TrustedDatabase,
} from '../../core/storage/index.ts';
import { damageQuestionWords } from '../../shared/messages/start.ts';
import { askInMessageBox } from './refusal.ts';

/** `closed`: the user wants to decide later. */
type StartDatabase = UsableDatabase | { readonly kind: 'closed'; readonly why: string };

/**
 * Opens the app's database. If it is damaged, the user chooses a replacement in a message box of the system, because
 * the app's own window needs a database. `distrust` marks what may have been sent after the older data was written.
 */
export async function openOrAsk(path: string, now: number, distrust: Distrust): Promise<StartDatabase> {
  const opened = open(path, now, distrust);
  if (opened.kind !== 'damaged') return opened;
  const { why } = opened;
  const copy = soundCopy(path);
  const choice = await ask(why, copy);
  if (choice === 'close') return { kind: 'closed', why };
  if (choice === 'new' || copy === null) return { kind: 'replaced', by: 'new', why, ...beginAnew(path, now) };
  return { kind: 'replaced', by: 'copy', why, ...openCopy(path, copy, now, distrust) };
}

function open(path: string, now: number, distrust: Distrust): TrustedDatabase {
  // A new database would present an empty history as complete.
  if (isGone(path)) return { kind: 'damaged', why: 'The data file is gone.' };
  return openTrusted(path, now, distrust);
}

type Choice = 'copy' | 'new' | 'close';

async function ask(why: string, copy: DatabaseCopy | null): Promise<Choice> {
  await app.whenReady();
  const date = copy === null ? null : new Date(copy.takenAt).toLocaleString(app.getLocale(), dateStyle);
  const choices: readonly Choice[] = date === null ? ['new', 'close'] : ['copy', 'new', 'close'];
  const { message, detail, labels } = damageQuestionWords(why, date);
  const close = choices.indexOf('close');
  const { response } = await askInMessageBox({
    type: 'warning',
    message,
    detail,
    buttons: choices.map((choice) => labels[choice]),
    defaultId: date === null ? close : 0,
    cancelId: close,
  });
  return choices[response] ?? 'close';
}

const dateStyle = { dateStyle: 'long', timeStyle: 'short' } as const;
