import '@fontsource-variable/inter';
import './consent.css';
import type { ConsentApi, Question } from '../../shared/bridge/ipc.ts';

declare global {
  interface Window {
    readonly consent: ConsentApi;
  }
}

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page lacks #${id}.`);
  return found;
};
/** Focusing a button at the end must not scroll the text above it out of sight. */
const withoutScrolling: FocusOptions = { preventScroll: true };
const confirm = element('confirm');
const cancel = element('cancel');

/** The time in milliseconds to read a new question. The second click of a double click does not answer it. */
const ARMED_AFTER_MS = 500;

/**
 * The button that approves. It is enabled half a second after its window came to the front and all of the question was
 * visible.
 */
class ConfirmButton {
  #isSeen = false;
  #isInFront = document.hasFocus();
  #armedAt = performance.now() + ARMED_AFTER_MS;
  #timer = 0;

  constructor() {
    window.addEventListener('focus', () => this.#restart(true));
    window.addEventListener('blur', () => this.#restart(false));
    document.addEventListener('keydown', (event) => {
      // A key held down since before this window opened was meant for another window.
      if (event.repeat && ['Enter', ' '].includes(event.key)) event.preventDefault();
      if (event.key === 'Escape' && !event.repeat) window.consent.answer(false);
      // Keys typed into another window must not end in an approval here.
      if (isTyping(event)) this.#restart(this.#isInFront);
    });
    this.#show();
    void endSeen().then(() => {
      this.#isSeen = true;
      this.#show();
    });
  }

  #restart(isInFront: boolean): void {
    this.#isInFront = isInFront;
    this.#armedAt = performance.now() + ARMED_AFTER_MS;
    this.#show();
  }

  #show(): void {
    clearTimeout(this.#timer);
    const left = this.#isSeen && this.#isInFront ? this.#armedAt - performance.now() : Number.POSITIVE_INFINITY;
    // If a focused button is disabled, the keyboard loses its place.
    if (left > 0 && document.activeElement === confirm) cancel.focus(withoutScrolling);
    confirm.toggleAttribute('disabled', left > 0);
    if (left > 0 && Number.isFinite(left)) this.#timer = window.setTimeout(() => this.#show(), Math.ceil(left));
  }
}

function show({ title, text, subject, details = '', confirm: confirmWords, tone }: Question): void {
  document.title = title;
  document.documentElement.dataset.tone = tone;
  element('title').textContent = title;
  element('text').textContent = text;
  element('subject').textContent = subject;
  element('details').textContent = details;
  for (const id of ['details', 'details-label']) element(id).toggleAttribute('hidden', details === '');
  confirm.textContent = confirmWords;
}

/** True for a character or a key that deletes one. Ctrl or ⌘ with a letter copies what is shown. */
function isTyping({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (metaKey || (ctrlKey && !altKey)) return false;
  return (key.length === 1 && key !== ' ') || ['Backspace', 'Delete', 'Dead', 'Process', 'Unidentified'].includes(key);
}

/** Resolves once the end of the question has been visible above the buttons. */
function endSeen(): Promise<void> {
  return new Promise((resolve) => {
    const rootMargin = `0px 0px -${Math.ceil(cancel.parentElement?.offsetHeight ?? 0)}px 0px`;
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

show(await window.consent.question());
window.consent.drawn(document.documentElement.scrollHeight);
confirm.addEventListener('click', () => window.consent.answer(true));
cancel.addEventListener('click', () => window.consent.answer(false));
// Disabled until now: an earlier click would reach no listener.
cancel.removeAttribute('disabled');
cancel.focus(withoutScrolling);
new ConfirmButton();
