import type { LocalEvent } from '../core/local-protocol.ts';
import { failureMessage } from '../shared/messages/failures/failure-message.ts';
import { noticeWords } from '../shared/messages/notices.ts';
import { type Client, OwnerLost } from './client.ts';
import { CommandError, type Exit } from './exit.ts';
import type { Output, OutputEvent } from './output.ts';
import { outcomeOf } from './rows.ts';

type News = { readonly event: OutputEvent; readonly words: string };

/** Turns changes of the queue into news: each new state of a file once, and what concerns the user. */
export class QueueNews {
  readonly #output: Output;
  /** True to tell results only, and no steps before them. */
  readonly #resultsOnly: boolean;
  readonly #told = new Map<number, string>();

  constructor(output: Output, { resultsOnly }: { readonly resultsOnly: boolean }) {
    this.#output = output;
    this.#resultsOnly = resultsOnly;
  }

  of(event: LocalEvent): readonly News[] {
    if (event.kind === 'notice') {
      const { text } = noticeWords(event.notice, this.#output.separators);
      return [{ event: { event: 'notice', code: event.notice.code, message: text }, words: text }];
    }
    if (event.kind === 'submissions.removed') for (const id of event.ids) this.#told.delete(id);
    if (event.kind !== 'submissions.changed') return [];
    return event.submissions.flatMap(({ id, accountId, name, size, state }) => {
      const outcome = outcomeOf(state, false);
      const status = outcome?.status ?? (state.kind === 'paused' ? state.why.kind : state.kind);
      if (this.#told.get(id) === status || (this.#resultsOnly && outcome === null)) return [];
      this.#told.set(id, status);
      const { submissionId = null, reason = null } = outcome ?? {};
      const why = reason === null ? null : failureMessage(reason);
      return {
        event: {
          event: 'state',
          id,
          accountId,
          name,
          bytes: size,
          status,
          submissionId,
          code: reason?.code ?? null,
          message: why,
        },
        words: [`${name}: ${status}`, submissionId ?? '', why ?? ''].filter((part) => part !== '').join('  '),
      };
    });
  }
}

/** Shows what happens in the queue of a running Dropslip, until the user stops it. */
export async function watch(client: Client, output: Output, cancel: AbortSignal): Promise<Exit> {
  const news = new QueueNews(output, { resultsOnly: false });
  const stopped = new Promise<void>((resolve) => cancel.addEventListener('abort', () => resolve()));
  const heard = (event: LocalEvent): void => {
    for (const { event: told, words } of news.of(event)) output.write(told, words);
  };
  try {
    await client.listen(heard, async () => {
      const rows = await client.call('submissions.rows', { ids: null });
      heard({ kind: 'submissions.changed', submissions: rows.map(({ submission }) => submission) });
      await stopped;
    });
  } catch (error) {
    if (error instanceof OwnerLost) throw new CommandError('unreachable', 'owner-ended', 'Dropslip has ended.');
    throw error;
  }
  return 'done';
}
