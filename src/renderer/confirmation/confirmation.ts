import '@fontsource-variable/inter';
import './confirmation.css';
import type { ConfirmationApi } from '../../shared/confirmation.ts';

declare global {
  interface Window {
    readonly confirmation: ConfirmationApi;
  }
}

const READ_FIRST_MS = 500;

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page lacks #${id}.`);
  return found;
};

const question = await window.confirmation.question();
document.title = question.title;
document.documentElement.dataset.tone = question.tone;
element('title').textContent = question.title;
element('text').textContent = question.text;
element('subject').textContent = question.subject;
element('confirm').textContent = question.confirm;
element('confirm').addEventListener('click', () => window.confirmation.answer(true));
element('cancel').addEventListener('click', () => window.confirmation.answer(false));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') window.confirmation.answer(false);
});
// Before, a click would have been heard by nobody, and the window would have stood there as if nothing had happened.
element('cancel').removeAttribute('disabled');
element('cancel').focus();
// The second click of a double click, timed to fall here, is no answer to a question that nobody has read.
const readFirst = new Promise<void>((resolve) => setTimeout(resolve, READ_FIRST_MS));
await Promise.all([readFirst, endSeen()]);
element('confirm').removeAttribute('disabled');

/** Once the end of what it is about was in view, above the buttons: what is further down may be what decides. */
function endSeen(): Promise<void> {
  return new Promise((resolve) => {
    const rootMargin = `0px 0px -${Math.ceil(element('cancel').parentElement?.offsetHeight ?? 0)}px 0px`;
    const observer = new IntersectionObserver(
      (entries) => {
        const isSeen = entries.some(({ isIntersecting }) => isIntersecting);
        element('more').textContent = isSeen ? '' : 'Scroll down to read all of it.';
        if (!isSeen) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin },
    );
    observer.observe(element('end'));
  });
}
