import { watchEndWords, watchedWords } from '../../../shared/messages/notices.ts';
import { goTo } from '../../data/navigation.ts';
import type { WindowEvents } from '../../data/window-events.ts';
import { showNotes } from '../../ui/feedback/notes.tsx';
import { changeList, changeSubmission, setView, useLookup } from './lookup-state.ts';

export function listenForLookups(events: WindowEvents): void {
  events.on('open-submission', ({ submissionId }) =>
    goTo('lookup', { kind: 'submission', submissionId, accountId: null }),
  );
  events.on('lookup.file-progress', ({ lookupId, done, total }) => {
    const { view } = useLookup.getState();
    if (view.kind === 'reading' && view.lookupId === lookupId) setView({ ...view, done, total });
  });
  events.on('lookup.list', ({ progress: { listId, answers, done, waitingUntil, ended } }) =>
    changeList(listId, (list) => {
      const all = new Map(list.answers);
      for (const { key, answer } of answers) all.set(key, answer);
      return { ...list, answers: all, done, waitingUntil, ended };
    }),
  );
  events.on('lookup.waiting', ({ submissionId, until }) =>
    changeSubmission(submissionId, (shown) =>
      shown.asked.kind === 'asking' ? { ...shown, asked: { kind: 'asking', waitingUntil: until } } : shown,
    ),
  );
  events.on('lookup.watch', ({ news }) => {
    const { submissionId, record, cost, isFinal } = news;
    changeSubmission(submissionId, (shown) => ({
      ...shown,
      watched: shown.watched && !isFinal,
      asked: { kind: 'answered', record, cost },
    }));
    if (isFinal) showNotes([watchedWords(news)], 'info');
  });
  events.on('lookup.watch-ended', ({ end }) => {
    changeSubmission(end.submissionId, (shown) => ({ ...shown, watched: false }));
    showNotes([watchEndWords(end)], 'warning');
  });
}
