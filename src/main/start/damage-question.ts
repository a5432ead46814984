import { app } from 'electron';
import {
  beginAnew,
  type DatabaseCopy,
  isTakenAway,
  openCopy,
  openTrusted,
  type PutBack,
  type ReplacedDatabase,
  soundCopy,
  type TrustedDatabase,
} from '../../core/storage/index.ts';
import { damageQuestionWords } from '../../shared/messages/start.ts';
import { askBeforeWindow } from './message-box.ts';

/** `replaced`: in the place of a damaged database, which lies under `setAside` now. `closed`: the user wants to think. */
export type StartDatabase =
  | Exclude<TrustedDatabase, { kind: 'damaged' }>
  | (ReplacedDatabase & { readonly kind: 'replaced'; readonly by: 'copy' | 'new'; readonly why: string })
  | { readonly kind: 'closed'; readonly why: string };

/**
 * Opens the app's database. If it is damaged the user decides in a message box of the system what takes its place: the
 * app's own window needs a database. `putBack` marks in a copy what may have happened since it was taken.
 */
export async function openOrAsk(path: string, now: number, putBack: PutBack): Promise<StartDatabase> {
  const opened = open(path, now, putBack);
  if (opened.kind !== 'damaged') return opened;
  const { why } = opened;
  const copy = soundCopy(path);
  const choice = await ask(why, copy);
  if (choice === 'close') return { kind: 'closed', why };
  if (choice === 'new' || copy === null) return { kind: 'replaced', by: 'new', why, ...beginAnew(path, now) };
  const instants = [copy.takenAt, now].map((at) => new Date(at).toISOString());
  const [takenAt = '', restoredAt = ''] = instants;
  const replaced = openCopy(path, copy, now, (database) => putBack.distrust(database, takenAt, restoredAt));
  return { kind: 'replaced', by: 'copy', why, ...replaced };
}

function open(path: string, now: number, putBack: PutBack): TrustedDatabase {
  // To make a new one would be to call an empty history the whole of it.
  if (isTakenAway(path)) return { kind: 'damaged', why: 'The data file is gone.' };
  return openTrusted(path, now, putBack);
}

type Choice = 'copy' | 'new' | 'close';

async function ask(why: string, copy: DatabaseCopy | null): Promise<Choice> {
  await app.whenReady();
  const date = copy === null ? null : new Date(copy.takenAt).toLocaleString(app.getLocale(), dateStyle);
  const choices: readonly Choice[] = date === null ? ['new', 'close'] : ['copy', 'new', 'close'];
  const { message, detail, labels } = damageQuestionWords(why, date);
  const close = choices.indexOf('close');
  const response = await askBeforeWindow({
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
