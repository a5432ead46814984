import type { Page } from '@playwright/test';
import { z } from 'zod';

const TASKS = 'dropslipSpendingTasks';
const ANSWER = 'dropslipSpendingAnswer';
const SCROLLING_MS = 6_000;

/** Notes the longest task of the window from now on. */
export async function watchTasks(page: Page): Promise<void> {
  await page.evaluate((name) => {
    const seen = { longest: 0 };
    Reflect.set(window, name, seen);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
  }, TASKS);
}

/** Milliseconds; 0 when no task took 50 ms, which is the shortest that a browser tells of. */
export async function longestTaskSince(page: Page): Promise<number> {
  const seen = await page.evaluate((name): unknown => Reflect.get(window, name), TASKS);
  return z.object({ longest: z.number() }).parse(seen).longest;
}

/**
 * Types words into the filter, letter by letter, and clears it in between. For each key, the milliseconds from its event
 * to the first frame in which the count answers it.
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

/** A question is answered when the table says that it shows what was typed. */
async function answerTo(page: Page, press: () => Promise<void>): Promise<number> {
  // Laid down before the key is pressed: what is asked of the page and what is typed into it go different ways.
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

export type Frames = { readonly all: number; readonly slow: number };

/** Scrolls the table from its top to its bottom within some seconds, and counts the frames that took over 33 ms. */
export async function scrollThrough(page: Page): Promise<Frames> {
  const counted = await page.evaluate(
    (forMs) =>
      new Promise<unknown>((resolve, reject) => {
        const scroller = document.querySelector('table[aria-label="Submissions"]')?.parentElement;
        if (scroller === null || scroller === undefined) {
          reject(new Error('There is no table to scroll.'));
          return;
        }
        const way = scroller.scrollHeight - scroller.clientHeight;
        let [all, slow, began, before] = [0, 0, 0, 0];
        const step = (now: number): void => {
          if (began === 0) began = now;
          else {
            all += 1;
            if (now - before > 33) slow += 1;
          }
          before = now;
          const share = Math.min(1, (now - began) / forMs);
          scroller.scrollTop = way * share;
          if (share < 1) requestAnimationFrame(step);
          else resolve({ all, slow });
        };
        requestAnimationFrame(step);
      }),
    SCROLLING_MS,
  );
  return z.object({ all: z.number(), slow: z.number() }).parse(counted);
}
