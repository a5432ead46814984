import type { Page } from '@playwright/test';
import { z } from 'zod';

const ANSWER = 'dropslipSpendingAnswer';

/**
 * Types words into the filter letter by letter, and clears them again. Returns the milliseconds from each key event to
 * the first frame whose count reflects it.
 */
export async function typingAnswers(page: Page, words: readonly string[]): Promise<number[]> {
  const field = page.getByLabel('Search spending');
  await field.focus();
  const answers: number[] = [];
  for (const word of words) {
    for (const letter of word)
      answers.push(await answerTo(page, () => page.keyboard.press(letter === ' ' ? 'Space' : letter)));
    for (const _ of word) answers.push(await answerTo(page, () => page.keyboard.press('Backspace')));
  }
  return answers;
}

/** The table is up to date when its `data-answers` is equal to the typed text. */
async function answerTo(page: Page, press: () => Promise<void>): Promise<number> {
  // Installed before the key press, because the page handles evaluations and input independently.
  await page.evaluate((name) => {
    const field = document.querySelector<HTMLInputElement>('input[type="search"]');
    const answer = new Promise<number>((resolve) => {
      const onInput = (event: Event): void => {
        const look = (): void => {
          const shown = document.querySelector('[data-answers]')?.getAttribute('data-answers');
          if (shown === field?.value) resolve(performance.now() - event.timeStamp);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      field?.addEventListener('input', onInput, { once: true, capture: true });
    });
    Reflect.set(window, name, answer);
  }, ANSWER);
  await press();
  return z.number().parse(await page.evaluate((name): unknown => Reflect.get(window, name), ANSWER));
}
