import { expect, type Page } from '@playwright/test';
import { NOES_FORGOTTEN_AFTER_MS } from '../../src/core/consent.ts';
import { closingClick } from './closing-click.ts';
import type { RunningApp } from './launch.ts';
import { makeOlder } from './main-process.ts';
import { pageGone, pageOf } from './pages.ts';

const QUESTION = 'consent.html';

type Answer =
  | 'Cancel'
  | 'Connect'
  | 'Move it'
  | 'Rename it'
  | 'Add account'
  | 'Use it'
  | 'Forget it'
  | 'Remove account'
  | 'Submit again'
  | 'Use this id'
  | 'Submit and pay again'
  | 'Submit it'
  | 'Submit it too'
  | 'Submit them too'
  | 'Submit for anybody'
  | 'Send it as it is now'
  | 'Remove from list'
  | 'Register deposit'
  | 'Register again'
  | 'Mark as registered'
  | 'Confirm it myself'
  | 'Register once more'
  | 'Remove it'
  | 'Use this limit'
  | 'Send smaller parts'
  | 'Use this node';

/** Reads the question that main asks in a window of its own to its end, answers it, and waits until that window is gone. */
export async function answerQuestion(window: Page, button: Answer): Promise<void> {
  const question = await pageOf(window.context(), QUESTION);
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeEnabled();
  await question.evaluate(() => globalThis.window.scrollTo(0, document.documentElement.scrollHeight));
  await closingClick(question.getByRole('button', { name: button }));
  await pageGone(window.context(), QUESTION);
}

/**
 * Says no to the question that is open, and nothing more for so long that it is forgotten: for journeys whose many noes have
 * nothing to do with each other. The app must be launched `withInspector`.
 */
export async function declineOnce(app: RunningApp): Promise<void> {
  await answerQuestion(app.page, 'Cancel');
  await makeOlder(app, NOES_FORGOTTEN_AFTER_MS);
}
