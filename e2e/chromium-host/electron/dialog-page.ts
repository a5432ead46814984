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
