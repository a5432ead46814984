import '@fontsource-variable/inter';
import './consent.css';
import type { ConsentApi, Question } from '../../shared/bridge/ipc.ts';
import { isKeyMeant, next, type Readiness, type ReadinessEvent, unread, yesFrom } from './readiness.ts';

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
/** What is to be read first must not be scrolled out of sight by the keyboard that goes to a button below it. */
const withoutScrolling: FocusOptions = { preventScroll: true };
const yes = element('confirm');
const no = element('cancel');

/** The yes of this window: it can be pressed from when `readiness.ts` says so. */
class Yes {
  #readiness: Readiness = unread;
  #timer = 0;

  constructor() {
    const happened = (kind: Exclude<ReadinessEvent['kind'], 'end-seen'>) => () =>
      this.#take({ kind, at: performance.now() });
    window.addEventListener('focus', happened('came-to-front'));
    window.addEventListener('blur', happened('left-front'));
    document.addEventListener('paste', happened('typed'));
    yes.addEventListener('focus', happened('yes-focused'));
    yes.addEventListener('blur', happened('yes-left'));
    document.addEventListener('keydown', (event) => {
      this.#onKey(event);
      if (isTyping(event)) this.#take({ kind: 'typed', at: performance.now() });
    });
    if (document.hasFocus()) this.#take({ kind: 'came-to-front', at: performance.now() });
    void endSeen().then(() => this.#take({ kind: 'end-seen' }));
  }

  #onKey(event: KeyboardEvent): void {
    // A key that is held since before this window came was pressed for something else.
    const isMeant = !event.repeat && (event.target !== yes || isKeyMeant(this.#readiness, performance.now()));
    if (!isMeant && ['Enter', ' '].includes(event.key)) event.preventDefault();
    if (event.key === 'Escape' && !event.repeat) window.consent.answer(false);
  }

  #take(event: ReadinessEvent): void {
    this.#readiness = next(this.#readiness, event);
    this.#show();
  }

  #show(): void {
    clearTimeout(this.#timer);
    const left = yesFrom(this.#readiness) - performance.now();
    // A button that is switched off loses the keyboard to nothing at all.
    if (left > 0 && document.activeElement === yes) no.focus(withoutScrolling);
    yes.toggleAttribute('disabled', left > 0);
    if (left > 0 && Number.isFinite(left)) this.#timer = window.setTimeout(() => this.#show(), Math.ceil(left));
  }
}

function show({ title, text, subject, details = '', confirm, tone }: Question): void {
  document.title = title;
  document.documentElement.dataset.tone = tone;
  element('title').textContent = title;
  element('text').textContent = text;
  element('subject').textContent = subject;
  element('details').textContent = details;
  for (const id of ['details', 'details-label']) element(id).toggleAttribute('hidden', details === '');
  yes.textContent = confirm;
}

/** A character, or what takes one away. There is nothing to be typed here; Ctrl or ⌘ with a letter copies what is shown. */
function isTyping({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (metaKey || (ctrlKey && !altKey)) return false;
  return (key.length === 1 && key !== ' ') || ['Backspace', 'Delete', 'Dead', 'Process', 'Unidentified'].includes(key);
}

/** Once the end of what it is about was in view, above the buttons. */
function endSeen(): Promise<void> {
  return new Promise((resolve) => {
    const rootMargin = `0px 0px -${Math.ceil(no.parentElement?.offsetHeight ?? 0)}px 0px`;
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
yes.addEventListener('click', () => window.consent.answer(true));
no.addEventListener('click', () => window.consent.answer(false));
// Before, a click would have been heard by nobody, and the window would have stood there as if nothing had happened.
no.removeAttribute('disabled');
no.focus(withoutScrolling);
new Yes();
