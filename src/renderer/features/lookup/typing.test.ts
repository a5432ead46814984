import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Match, SearchAnswer } from '../../../shared/bridge/lookup.ts';
import { type Failure, failure, success } from '../../../shared/failures/failure.ts';
import { windowStore } from '../../data/window-state.ts';
import { recordOf, submissionOf } from './answers.fixture.ts';
import {
  askTyped,
  goBack,
  lookUp,
  lookUpLine,
  openMatch,
  openSubmission,
  startOver,
  stopAsking,
  typeText,
} from './commands.ts';
import { type ListView, useLookup, type View } from './lookup-state.ts';
import { readLookupText } from './lookup-text.ts';

type Call = {
  readonly name: string;
  readonly input: unknown;
  readonly answer: (value: unknown) => void;
  readonly fail: (error: Failure) => void;
};
let made: Call[] = [];

/** The bridge, its answers given by hand: in what order they come is what is tested. */
const dropslip = {
  call: (name: string, input: unknown) =>
    new Promise((resolve) =>
      made.push({
        name,
        input,
        answer: (value) => resolve(success(value)),
        fail: (error) => resolve(failure(error)),
      }),
    ),
};
/** A list of two ids. */
const twoIds = (): string => `${id}\n${id.replace('0c', '1d')}`;
const id = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';
const match: Match = {
  accountId: 'a',
  submissionId: id,
  submission: submissionOf({ kind: 'confirmed', submissionId: id, at: '2026-11-12T13:03:00Z' }),
  phase: 'in-block',
  at: '2026-11-12T13:03:00Z',
  why: { key: 'name', value: 'contract.pdf' },
};
const found = (...matches: readonly Match[]): SearchAnswer => ({ matches, more: false, areSimilar: false });
const list: ListView = {
  kind: 'list',
  listId: 'list',
  accountId: 'a',
  entries: [],
  answers: new Map(),
  done: 1,
  total: 9,
  waitingUntil: null,
  ended: null,
};

const view = (): View => useLookup.getState().view;
const calls = (name: string): readonly Call[] => made.filter((call) => call.name === name);
const answerLast = async (name: string, value: unknown): Promise<void> => {
  calls(name).at(-1)?.answer(value);
  await vi.advanceTimersByTimeAsync(0);
};
const pause = (ms = 1_000): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { dropslip });
  made = [];
});
afterEach(() => {
  startOver();
});

async function showAnswer(): Promise<void> {
  void lookUp('contract');
  await answerLast('lookup.search', found(match));
  await answerLast('lookup.kept', { accountId: 'a', submissionId: id, submission: null, record: null });
  await answerLast('lookup.ask', { record: recordOf(), cost: null });
  expect(view()).toMatchObject({ kind: 'submission', asked: { kind: 'answered' } });
}

test('the answer to another question is gone with the first key', async () => {
  await showAnswer();
  typeText('contractx');
  expect(view().kind).toBe('searching');
  await pause();
  await answerLast('lookup.search', found());
  expect(view()).toMatchObject({ kind: 'matches', text: 'contractx', answer: { matches: [] } });
});

test('what is typed is searched here after a moment, once, and the service is not asked', async () => {
  for (const text of ['co', 'con', 'cont', 'contr']) {
    typeText(text);
    await pause(20);
  }
  await pause();
  expect(calls('lookup.search').map(({ input }) => input)).toMatchObject([{ name: 'contr' }]);
  await answerLast('lookup.search', found(match));
  expect(view()).toMatchObject({ kind: 'matches', text: 'contr', isTyped: true });
  expect(calls('lookup.ask')).toEqual([]);
  expect(calls('lookup.remember')).toEqual([]);
});

test('what was found stays while the next is searched, and an answer that comes late changes nothing', async () => {
  typeText('mar');
  await pause();
  await answerLast('lookup.search', found(match));
  typeText('marc');
  expect(view()).toMatchObject({ kind: 'matches', text: 'mar' });
  await pause();
  typeText('march');
  await answerLast('lookup.search', found(match, { ...match, submissionId: 'late' }));
  expect(view()).toMatchObject({ text: 'mar' });
  await pause();
  await answerLast('lookup.search', found());
  expect(view()).toMatchObject({ text: 'march', answer: { matches: [] } });
});

test('a whole id is asked about once the person pauses, and goes on whatever is typed around it', async () => {
  typeText(id.slice(0, -1));
  await pause();
  typeText(id);
  await pause(100);
  expect(calls('lookup.ask')).toEqual([]);
  await pause();
  await answerLast('lookup.kept', { accountId: 'a' });
  expect(calls('lookup.ask')).toHaveLength(1);
  typeText(`${id} `);
  await pause();
  expect(view()).toMatchObject({ kind: 'submission', submissionId: id });
  expect(calls('lookup.cancelAsk')).toEqual([]);
});

test('what the service was asked is let go of when the question is another', async () => {
  typeText(id);
  await pause();
  await answerLast('lookup.kept', { accountId: 'a' });
  typeText('march');
  expect(calls('lookup.cancelAsk').map(({ input }) => input)).toEqual([{ submissionId: id }]);
  await answerLast('lookup.ask', { record: recordOf(), cost: null });
  expect(view().kind).toBe('searching');
});

test('Enter asks at once, and the pause before it brings nothing more', async () => {
  typeText('contract');
  askTyped('contract');
  await answerLast('lookup.search', found(match));
  expect(view().kind).toBe('submission');
  await pause();
  expect(calls('lookup.search')).toHaveLength(1);
});

test('one of several that is opened is not taken away by a search that was on its way', async () => {
  typeText('mar');
  await pause();
  await answerLast('lookup.search', found(match));
  const shown = view();
  typeText('marc');
  if (shown.kind === 'matches') openMatch(match, shown);
  await pause();
  for (const call of calls('lookup.search')) call.answer(found());
  await pause();
  expect(view()).toMatchObject({ kind: 'submission', submissionId: id });
  expect(useLookup.getState().behind).toMatchObject([{ text: 'mar' }]);
});

test('several lines that are typed wait for Enter', async () => {
  typeText('contract.pdf\nletter.txt');
  await pause();
  expect(view()).toEqual({ kind: 'unasked-list', count: 2 });
  expect(made.map(({ name }) => name)).toEqual([]);
});

test('a list is not lost by one key: it goes on, and there is a way back until something else is asked', async () => {
  useLookup.setState({ view: list, text: 'a list', behind: [] });
  typeText('m');
  typeText('ma');
  await pause();
  await answerLast('lookup.search', found());
  expect(calls('lookup.cancelList')).toEqual([]);
  goBack();
  expect(useLookup.getState()).toMatchObject({ view: list, behind: [] });
  typeText('march');
  askTyped('march');
  expect(calls('lookup.cancelList').map(({ input }) => input)).toEqual([{ listId: 'list' }]);
  expect(useLookup.getState().behind).toEqual([]);
});

test('an emptied box shows the beginning again', async () => {
  await showAnswer();
  typeText('');
  expect(view()).toEqual({ kind: 'start' });
});

test('a question that is stopped while this computer is searched is not asked', async () => {
  void openSubmission(id, 'a');
  stopAsking(id);
  await answerLast('lookup.kept', { accountId: 'a', submissionId: id, submission: null, record: null });
  expect(calls('lookup.ask')).toEqual([]);
  expect(view()).toMatchObject({ kind: 'submission', asked: { kind: 'stopped' } });
});

test('a line of a list is asked about with the account of the list', async () => {
  const read = readLookupText(twoIds(), 'en-GB', 0);
  const [entry] = read.kind === 'list' ? read.entries : [];
  const { activeAccountId } = windowStore.getState();
  windowStore.setState({ activeAccountId: 'b' });
  onTestFinished(() => windowStore.setState({ activeAccountId }));
  void lookUpLine(entry ?? expect.unreachable(), list);
  await answerLast('lookup.kept', { accountId: 'a', submissionId: id, submission: null, record: null });
  for (const name of ['lookup.kept', 'lookup.ask']) expect(calls(name)[0]?.input).toMatchObject({ accountId: 'a' });
});

test('a list that could not be started says nothing once the screen shows something else', async () => {
  void lookUp(twoIds());
  const started = calls('lookup.startList')[0] ?? expect.unreachable();
  startOver();
  started.fail({ code: 'internal' });
  await vi.advanceTimersByTimeAsync(0);
  expect(view().kind).toBe('start');
});
