import '@fontsource-variable/inter';
import './confirmation.css';
import type { ConfirmationApi } from '../../shared/confirmation.ts';

declare global {
  interface Window {
    readonly confirmation: ConfirmationApi;
  }
}

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
for (const id of ['cancel', 'confirm']) element(id).removeAttribute('disabled');
element('cancel').focus();
