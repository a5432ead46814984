import '@fontsource-variable/inter';
import './confirmation.css';
import type { ConfirmationApi } from '../../shared/bridge/confirmation.ts';

declare global {
  interface Window {
    readonly confirmation: ConfirmationApi;
  }
}

const READ_FIRST_MS = 500;
/** Nobody who types thinks for as long between two keys. */
const TYPING_MS = 2_000;

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
let isChosen = false;
document.addEventListener('keydown', (event) => {
  // A key that is held since before this window came was pressed for something else, and so is what follows the key that
  // led to the button at once: Tab and Enter end what is typed into a form.
  const isBlind = event.repeat || (event.target === element('confirm') && !isChosen);
  if (isBlind && ['Enter', ' '].includes(event.key)) event.preventDefault();
  if (event.key === 'Escape' && !event.repeat) window.confirmation.answer(false);
});
// Before, a click would have been heard by nobody, and the window would have stood there as if nothing had happened.
element('cancel').removeAttribute('disabled');
element('cancel').focus();
let isRead = false;
let isInFront = false;
const showYes = (): void => {
  element('confirm').toggleAttribute('disabled', !(isRead && isInFront));
};
watchFront((inFront) => {
  isInFront = inFront;
  showYes();
});
watchChoice((chosen) => {
  isChosen = chosen;
});
await endSeen();
isRead = true;
showYes();

/**
 * Tells when the window has been in front for long enough to read it, and when it no longer is. The second click of a double
 * click, timed to fall here, is no answer to a question that nobody has read; nor is a click that was meant for what stood
 * in front until just now.
 */
function watchFront(tell: (isInFront: boolean) => void): void {
  let waiting = 0;
  /** By the clock of the page, in milliseconds. */
  let typingUntil = 0;
  const wait = (): void => {
    clearTimeout(waiting);
    const left = Math.max(READ_FIRST_MS, typingUntil - performance.now());
    waiting = window.setTimeout(() => tell(true), left);
  };
  const leave = (): void => {
    clearTimeout(waiting);
    // A button that is switched off loses the keyboard to nothing at all.
    if (document.activeElement === element('confirm')) element('cancel').focus();
    tell(false);
  };
  // Who goes on typing when this window comes looks at the keys, or at what they were typing into.
  const typed = (): void => {
    typingUntil = performance.now() + TYPING_MS;
    leave();
    wait();
  };
  window.addEventListener('focus', wait);
  window.addEventListener('blur', leave);
  document.addEventListener('paste', typed);
  document.addEventListener('keydown', (event) => {
    if (isTyping(event)) typed();
  });
  if (document.hasFocus()) wait();
}

/** A character, or what takes one away. There is nothing to be typed here; Ctrl or ⌘ with a letter copies what is shown. */
function isTyping({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (metaKey || (ctrlKey && !altKey)) return false;
  return (key.length === 1 && key !== ' ') || ['Backspace', 'Delete', 'Dead', 'Process', 'Unidentified'].includes(key);
}

/** Tells when the yes has had the keyboard for long enough to be meant, and when it no longer has it. */
function watchChoice(tell: (isChosen: boolean) => void): void {
  let waiting = 0;
  element('confirm').addEventListener('focus', () => {
    waiting = window.setTimeout(() => tell(true), READ_FIRST_MS);
  });
  element('confirm').addEventListener('blur', () => {
    clearTimeout(waiting);
    tell(false);
  });
}

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
