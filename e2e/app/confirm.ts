import { expect, type Page } from '@playwright/test';
import { closingClick } from './closing-click.ts';
import { pageGone, pageOf } from './pages.ts';

const QUESTION = 'consent.html';

type Answer =
  | 'Cancel'
  | 'Connect'
  | 'Move it'
  | 'Use it'
  | 'Forget it'
  | 'Remove account'
  | 'Submit and pay'
  | 'Submit for anybody'
  | 'Register deposit'
  | 'Register again'
  | 'Mark as registered'
  | 'Confirm it myself'
  | 'Remove it'
  | 'Use this limit'
  | 'Use this node'
  | 'Join the team'
  | 'Send without it';

/**
 * Answers the question that main asks in a separate window: scrolls to its end, clicks the button, and waits until the
 * window is closed.
 */
export async function answerQuestion(window: Page, button: Answer): Promise<void> {
  const question = await pageOf(window.context(), QUESTION);
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeEnabled();
  await question.evaluate(() => globalThis.window.scrollTo(0, document.documentElement.scrollHeight));
  await closingClick(question.getByRole('button', { name: button }));
  await pageGone(window.context(), QUESTION);
}
