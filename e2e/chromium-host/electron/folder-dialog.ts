import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { askInPage, beginPage } from './dialog-page.ts';

export type FolderDialog = {
  readonly title: string;
  readonly message: string;
  readonly buttonLabel: string;
  readonly defaultPath: string;
};

const SIZE = { width: 520, height: 240 };

/** Has a folder's path typed, in a page of its own, until it is a folder that is there. Null when it is cancelled. */
export async function showFolderDialogPage(dialog: FolderDialog): Promise<string | null> {
  const text = {
    title: dialog.title || 'Open',
    message: dialog.message || dialog.title || 'Open',
    buttonLabel: dialog.buttonLabel || 'Open',
  };
  for (let typed = dialog.defaultPath || homedir(), problem = ''; ; problem = 'There is no such folder.') {
    const answer = await askInPage(draw, { ...text, typed, problem }, SIZE);
    if (typeof answer !== 'string') return null;
    if (isAbsolute(answer) && statSync(answer, { throwIfNoEntry: false })?.isDirectory() === true) return answer;
    typed = answer;
  }
}

/** Runs in the page, as source text. */
const draw = `({ title, message, buttonLabel, typed, problem }) => {
  ${beginPage}
  const form = add(document.body, 'form', '', { role: 'dialog', 'aria-label': title });
  add(form, 'h1', message, { style: 'font-size: 18px; margin: 0 0 8px' });
  const label = add(form, 'label', 'Folder', { style: 'display: block' });
  const field = add(label, 'input', '', {
    spellcheck: 'false', 'aria-describedby': 'problem',
    style: 'display: block; font: inherit; box-sizing: border-box; width: 100%; padding: 6px; margin: 0 0 4px',
  });
  field.value = typed;
  field.select();
  add(form, 'p', problem, { id: 'problem', role: 'status', style: 'margin: 0 0 12px; min-height: 1.45em' });
  const buttonStyle = 'font: inherit; padding: 6px 16px; margin-right: 8px';
  add(form, 'button', buttonLabel, { style: buttonStyle });
  const cancel = add(form, 'button', 'Cancel', { type: 'button', style: buttonStyle });
  return new Promise((resolve) => {
    form.addEventListener('submit', (event) => { event.preventDefault(); resolve(field.value); });
    cancel.addEventListener('click', () => resolve(null));
    addEventListener('keydown', ({ key }) => { if (key === 'Escape') resolve(null); });
  });
}`;
