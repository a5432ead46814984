import { askInPage, beginPage } from './dialog-page.ts';

export type MessageBox = {
  readonly type: string;
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  readonly defaultId: number;
  /** What the Escape key answers. */
  readonly cancelId: number;
};

const SIZE = { width: 480, height: 260 };

/** Shows a message box as a page of its own, which is none of the app's windows. Null when it is closed unanswered. */
export async function showMessageBoxPage(box: MessageBox): Promise<number | null> {
  const clicked = await askInPage(draw, box, SIZE);
  return typeof clicked === 'number' ? clicked : null;
}

/** Runs in the page, as source text. */
const draw = `({ type, title, message, detail, buttons, defaultId, cancelId }) => {
  ${beginPage}
  const box = add(document.body, 'main', '', {
    role: 'alertdialog', 'aria-labelledby': 'message', 'aria-describedby': 'detail', 'data-type': type,
  });
  add(box, 'h1', message, { id: 'message', style: 'font-size: 18px; margin: 0 0 8px' });
  add(box, 'p', detail, { id: 'detail', style: 'white-space: pre-line; margin: 0 0 16px' });
  return new Promise((resolve) => {
    addEventListener('keydown', ({ key }) => { if (key === 'Escape') resolve(cancelId); });
    for (const [index, label] of buttons.entries()) {
      const button = add(box, 'button', label, { style: 'font: inherit; padding: 6px 16px; margin-right: 8px' });
      button.addEventListener('click', () => resolve(index));
      if (index === defaultId) button.focus();
    }
  });
}`;
