import { execFile } from 'node:child_process';
import { readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { dropPaths } from './app/drop.ts';
import { sandboxSwitches } from './app/electron.ts';
import { inMain, withInspector } from './app/main-process.ts';
import { fillPracticeLedger } from './app/practice-ledger.ts';
import { row, waitForBlock } from './app/rows.ts';
import { openSpending, submissions } from './app/spending.ts';
import { expect, test } from './app/test.ts';

test('the submit screen has no accessibility violation, empty, filled and with details that the keyboard opened', async ({
  window,
  folder,
}) => {
  await expect(window.getByRole('navigation')).toBeVisible();
  await expectNoViolationsInLightAndDark(window);
  await writeFile(join(folder, 'some.txt'), 'some');
  await writeFile(join(folder, 'empty.txt'), '');
  await dropPaths(window, [join(folder, 'some.txt'), join(folder, 'empty.txt')]);
  await waitForBlock(window, 'some.txt');
  await expectNoViolationsInLightAndDark(window);
  const details = window.getByRole('complementary', { name: 'Details' });
  const isFocused = () => row(window, 'some.txt').evaluate((it) => it.matches(':focus'));
  for (let presses = 0; presses < 30 && !(await isFocused()); presses += 1) await window.keyboard.press('Tab');
  await window.keyboard.press('Enter');
  await details.getByText('Technical details').click();
  for (const field of ['Block hash', 'Transaction hash', 'Data hash', 'Cost in base units', 'Address']) {
    await expect(details.getByText(field, { exact: false }).first()).toBeVisible();
  }
  await expectNoViolationsInLightAndDark(window);
  await details.focus();
  await window.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await expect(row(window, 'some.txt')).toBeFocused();
});

test('nothing is cut off in small and large windows, at 100 % and 200 %', async ({ start, folder, userData }) => {
  const past = Array.from({ length: 40 }, (_, at) => ({ token: 0, size: 900 + at, at: Date.now() - at * 60_000 }));
  fillPracticeLedger(userData, past);
  const { page: window } = await start();
  await writeFile(join(folder, 'some.txt'), 'some');
  await dropPaths(window, [join(folder, 'some.txt')], { at: { x: 300, y: 200 } });
  await waitForBlock(window, 'some.txt');
  const cells = submissions(window).getByRole('row').filter({ hasText: 'some.txt' }).getByRole('gridcell');
  for (const { width, height, zoom } of [
    { width: 900, height: 600, zoom: 1 },
    { width: 1920, height: 1080, zoom: 1 },
    { width: 1180, height: 780, zoom: 2 },
    { width: 900, height: 600, zoom: 2 },
  ]) {
    // Zooming by two leaves half as many CSS pixels in each direction.
    await window.setViewportSize({ width: width / zoom, height: height / zoom });
    await window.keyboard.press('ControlOrMeta+1');
    await expect(window.getByRole('button', { name: 'Preferences' })).toBeInViewport({ ratio: 1 });
    const overflow = () =>
      window.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    await expect(window.getByRole('button', { name: 'Choose files' }).first()).toBeInViewport();
    const isTiny = height / zoom < 350;
    if (zoom === 1) {
      await window.getByRole('button', { name: 'Limits' }).click();
      await expect(window.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 });
      await window.keyboard.press('Escape');
    }
    if (isTiny) await row(window, 'some.txt').scrollIntoViewIfNeeded();
    await expect(row(window, 'some.txt')).toBeInViewport();
    await expect.poll(() => scrollBars(window)).toBeLessThanOrEqual(1);

    const account = window.getByRole('region', { name: 'Account' });
    if (zoom > 1) await row(window, 'some.txt').evaluate((it) => it.scrollIntoView({ block: 'start' }));
    await expect(account.getByText('Practice account')).toBeInViewport({ ratio: 1 });
    await expect(account.getByRole('combobox', { name: 'Submit with' })).toBeInViewport({ ratio: 1 });
    if (zoom > 1) await expect(row(window, 'some.txt').getByText('some.txt')).toBeInViewport({ ratio: 1 });

    // A table is wider than that, and moves sideways.
    if (isTiny) continue;

    await openSpending(window);
    const line = submissions(window).getByRole('row').filter({ hasText: 'some.txt' });
    await expect(cells).toHaveCount(5);
    await expect(submissions(window)).toHaveAttribute('aria-rowcount', String(past.length + 2));
    await expect.poll(() => scrollBars(window)).toBe(1);
    await line.focus();
    await window.keyboard.press('End');
    const last = submissions(window).locator(`[aria-rowindex="${past.length + 2}"]`);
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport({ ratio: 0.8 });
    await window.keyboard.press('Home');
    await expect(line).toBeFocused();
    if (zoom > 1) continue;
    for (const cell of await cells.all()) await expect(cell).toBeInViewport({ ratio: 1 });
    const cut = () => cells.evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    await expect.poll(cut).toBe(0);
  }
});

/** How many things in the window can be scrolled up and down. */
function scrollBars(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter(
        (element) =>
          element.scrollHeight > element.clientHeight + 1 &&
          (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowY)),
      ).length,
  );
}

/** The parts of a process's status that tell of its sandbox. */
async function restrictions(pid: unknown): Promise<Readonly<Record<string, string>>> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): string => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
  return { seccomp: field('Seccomp'), noNewPrivileges: field('NoNewPrivs'), capabilities: field('CapEff') };
}

test('the page is confined: it breaks no policy, opens nothing, asks no other address, and cannot be led away', async ({
  start,
}) => {
  const app = await start(withInspector);
  const { page: window } = app;
  const address = window.url();
  await test.step('loading it breaks no policy and reads no tables of languages', async () => {
    await window.addInitScript(() => {
      const violations: string[] = [];
      const formats: string[] = [];
      Object.assign(globalThis, { violations, formats });
      for (const name of ['DateTimeFormat', 'NumberFormat', 'Collator', 'Segmenter'] as const)
        Object.assign(Intl, {
          [name]: new Proxy(Intl[name], {
            construct: (made, options, target) => {
              if (document.querySelector('main[aria-busy="false"]') === null) formats.push(name);
              return Reflect.construct(made, options, target);
            },
          }),
        });
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        violations.push(`${effectiveDirective} ${blockedURI}`),
      );
    });
    await window.reload();
    await expect(window.locator('main[aria-busy="false"]')).toBeVisible();
    expect(await window.evaluate(() => Reflect.get(globalThis, 'violations'))).toEqual([]);
    expect(await window.evaluate(() => Reflect.get(globalThis, 'formats'))).toEqual([]);
  });
  await test.step('it opens no window and runs no inline script', async () => {
    const found = await window.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.inlineScriptRan = true;';
      document.body.append(script);
      const opened = globalThis.window.open('https://example.invalid/');
      const asked = await fetch('http://127.0.0.1:9/').then(
        () => 'answered',
        () => 'refused',
      );
      return {
        opened: opened !== null,
        asked,
        ran: 'inlineScriptRan' in window,
        node: typeof Reflect.get(window, 'require'),
        webview: typeof Reflect.get(document.createElement('webview'), 'loadURL'),
      };
    });
    expect(found).toEqual({ opened: false, asked: 'refused', ran: false, node: 'undefined', webview: 'undefined' });
  });
  await test.step('permissions are refused', async () => {
    const answers = await window.evaluate(async () => {
      const place = new Promise<string>((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : error.message),
        ),
      );
      const asked = await Promise.all(
        (['camera', 'microphone', 'notifications'] as const).map((name) => navigator.permissions.query({ name })),
      );
      return { secure: isSecureContext, place: await place, states: asked.map(({ state }) => state) };
    });
    expect(answers).toEqual({ secure: true, place: 'denied', states: ['denied', 'denied', 'denied'] });
  });
  await test.step('it has the app’s icon on desktops that do not know its class', async () => {
    if (process.platform !== 'linux') return;
    const handle = 'return electron.BrowserWindow.getAllWindows()[0].getNativeWindowHandle().readUInt32LE()';
    const id = String(await inMain(app, handle));
    const { stdout } = await promisify(execFile)('xprop', ['-id', id, '_NET_WM_ICON']);
    expect(stdout).toContain('Icon (128 x 128)');
  });
  await test.step('for an ordinary user it runs in Chromium’s sandbox', async () => {
    // Only Linux shows the sandbox of a process in /proc.
    if (process.platform !== 'linux' || sandboxSwitches.length > 0) return;
    const main = app.process.pid;
    const page = await inMain(app, 'return electron.BrowserWindow.getAllWindows()[0].webContents.getOSProcessId();');
    // 2: only the system calls that Chromium allows.
    expect(await restrictions(page)).toEqual({ seccomp: '2', noNewPrivileges: '1', capabilities: '0000000000000000' });
    expect((await restrictions(main)).seccomp).toBe('0');
    expect(await readlink(`/proc/${page}/ns/user`)).not.toBe(await readlink(`/proc/${main}/ns/user`));
    for (const pid of [main, page]) {
      const commandLine = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
      expect(commandLine.filter((argument) => argument.includes('no-sandbox'))).toEqual([]);
    }
  });
  await test.step('it stays at its address', async () => {
    const led = await inMain(
      app,
      `const [{ webContents }] = electron.BrowserWindow.getAllWindows();
      const heard = new Promise((resolve) => webContents.once('will-navigate', (event) => {
        resolve({ url: event.url, isRefused: event.defaultPrevented });
      }));
      void webContents.executeJavaScript("location.href = 'https://example.invalid/elsewhere'");
      return heard;`,
    );
    expect(led).toEqual({ url: 'https://example.invalid/elsewhere', isRefused: true });
    const isThere = "document.querySelector('nav').checkVisibility()";
    const shown = `const [{ webContents }] = electron.BrowserWindow.getAllWindows();
      return { url: webContents.getURL(), isThere: await webContents.executeJavaScript(${JSON.stringify(isThere)}) };`;
    expect(await inMain(app, shown)).toEqual({ url: address, isThere: true });
  });
});

test('a user who wants no motion gets none, and system colours still show what is chosen', async ({
  sharedWindow: window,
}) => {
  await window.emulateMedia({ reducedMotion: 'reduce' });
  await window.getByRole('button', { name: 'Preferences' }).click();
  const appearance = window.getByRole('radiogroup', { name: 'Appearance' }).locator('label');
  await expect(appearance).toHaveCount(3);
  const moving = (): Promise<readonly string[]> =>
    window.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((element) => /[1-9]/.test(getComputedStyle(element).transitionDuration))
        .map(({ className }) => `${className}`),
    );
  expect(await moving()).toEqual([]);
  await window.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await moving()).not.toEqual([]);

  await window.emulateMedia({ forcedColors: 'active' });
  const outlined = (it: Locator): Promise<boolean> =>
    it.evaluate((one) => getComputedStyle(one).outlineStyle !== 'none');
  const chosen = await Promise.all((await appearance.all()).map(outlined));
  expect(chosen.toSorted()).toEqual([false, false, true]);
  await window.keyboard.press('ControlOrMeta+4');
  const screens = window.getByRole('navigation').getByRole('button');
  for (const index of [0, 3]) expect(await outlined(screens.nth(index))).toBe(index === 3);
  await window.keyboard.press('ControlOrMeta+k');
  await window.locator('[data-action][data-selected]').waitFor();
  expect(await outlined(window.locator('[data-action][data-selected]'))).toBe(true);
  expect(await outlined(window.locator('[data-action]:not([data-selected])').first())).toBe(false);
});
