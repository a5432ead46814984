import { expect, type Page } from '@playwright/test';
import { closingClick } from './closing-click.ts';

/** Answers the question that main asks in a window of its own, and waits until that window is gone. */
export async function answerConfirmation(window: Page, button: 'Cancel' | 'Connect'): Promise<void> {
  const context = window.context();
  const isQuestion = (page: Page): boolean => page.url().includes('/confirmation.html');
  await expect.poll(() => context.pages().some(isQuestion), { message: 'the question opens' }).toBe(true);
  const question = context.pages().find(isQuestion);
  if (question === undefined) throw new Error('The question closed as soon as it was open.');
  await closingClick(question.getByRole('button', { name: button }));
  await expect.poll(() => context.pages().some(isQuestion), { message: 'the question closes' }).toBe(false);
}
