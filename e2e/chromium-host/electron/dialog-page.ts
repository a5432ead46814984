import { chromium } from './chromium-runtime.ts';

type Size = { readonly width: number; readonly height: number };

/**
 * Draws a dialog in a page of its own, which is none of the app's windows. `draw` is the source text of a function that runs in
 * the page: it is given `input` and promises the answer. Null when the page is closed unanswered.
 */
export async function askInPage(draw: string, input: unknown, size: Size): Promise<unknown> {
  const { browser, targets } = await chromium;
  const { session, targetId } = await targets.createPage(size);
  const gone = Promise.withResolvers<null>();
  const onDetached = (event: { readonly targetId?: string }): void => {
    if (event.targetId === targetId) gone.resolve(null);
  };
  browser.session.on('Target.detachedFromTarget', onDetached);
  const answered = session
    .send('Runtime.runIfWaitingForDebugger')
    .then(() =>
      session.send('Runtime.evaluate', {
        expression: `(${draw})(${JSON.stringify(input)})`,
        awaitPromise: true,
        returnByValue: true,
      }),
    )
    .then(({ result }) => result.value ?? null);
  try {
    return await Promise.race([answered.catch(() => gone.promise), gone.promise]);
  } finally {
    browser.session.off('Target.detachedFromTarget', onDetached);
    targets.close(targetId);
  }
}

/** What each page's script begins with, as source text: its looks by `title`, and `add`, which makes its elements. */
export const beginPage = `document.title = title;
  document.documentElement.style.colorScheme = 'light dark';
  document.body.style.cssText = 'margin: 24px; font: 15px/1.45 system-ui, sans-serif; overflow-wrap: anywhere';
  const add = (parent, name, text, attributes = {}) => {
    const element = parent.appendChild(document.createElement(name));
    element.textContent = text;
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };`;
