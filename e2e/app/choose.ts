import type { Page } from '@playwright/test';

/** Answers the file dialog that `open` shows. (Playwright's own way provides copies without a path.) */
export async function choosePaths(page: Page, open: () => Promise<void>, paths: readonly string[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  try {
    await cdp.send('Page.enable');
    await cdp.send('Page.setInterceptFileChooserDialog', { enabled: true });
    const opened = new Promise<{ backendNodeId?: number }>((resolve) => cdp.once('Page.fileChooserOpened', resolve));
    await open();
    const { backendNodeId } = await opened;
    if (backendNodeId === undefined) throw new Error('The dialog belongs to no input.');
    await cdp.send('DOM.setFileInputFiles', { files: [...paths], backendNodeId });
  } finally {
    await cdp.detach();
  }
}
