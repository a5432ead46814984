import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Speech } from './Announcer.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const EVERY_MS = 10_000;

function listening(first: string) {
  const heard: string[] = [first];
  const speech = new Speech(first, EVERY_MS, (text) => heard.push(text));
  return { speech, heard };
}

test('what is not true any more is taken out at once, and what is true instead comes when its time has come', () => {
  const { speech, heard } = listening('2 of 3 files submitted');
  speech.say('All 3 files are confirmed', false);
  expect(heard).toEqual(['2 of 3 files submitted', '']);
  vi.advanceTimersByTime(EVERY_MS);
  expect(heard).toEqual(['2 of 3 files submitted', '', 'All 3 files are confirmed']);
  speech.close();
});

test('what changes often is spoken at its times alone, and never what was true before', () => {
  const { speech, heard } = listening('');
  for (let done = 1; done <= 40; done += 1) {
    speech.say(`${done} of 99`, false);
    expect(heard.at(-1)).toBe('');
    vi.advanceTimersByTime(EVERY_MS / 10);
  }
  expect(heard.filter((text) => text !== '')).toEqual(['10 of 99', '20 of 99', '30 of 99', '40 of 99']);
  speech.close();
});

test('the end is spoken at once, and the same text once', () => {
  const { speech, heard } = listening('');
  speech.say('All 3 files are submitted', true);
  speech.say('All 3 files are submitted', true);
  vi.advanceTimersByTime(3 * EVERY_MS);
  expect(heard).toEqual(['', 'All 3 files are submitted']);
  speech.close();
});

test('a trouble that is over is gone at once', () => {
  const { speech, heard } = listening('');
  speech.say('The service can’t be reached.', true);
  speech.say('', false);
  expect(heard).toEqual(['', 'The service can’t be reached.', '']);
  speech.close();
});
