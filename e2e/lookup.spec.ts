import { randomUUID } from 'node:crypto';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { PracticeService } from '../src/practice-service/index.ts';
import { expectNoViolations } from './app/accessibility.ts';
import { addWork, noBlocks, test } from './app/accounts.ts';
import { saysCopied } from './app/copied.ts';
import { untilMidnightIsFar } from './app/day.ts';
import { makeDownloads } from './app/downloads.ts';
import { dropOn, dropPaths } from './app/drop.ts';
import { box, lookUp, openLookup, paste } from './app/lookup.ts';
import { clipboardText, withInspector } from './app/main-process.ts';
import { row } from './app/rows.ts';
import { expect } from './app/test.ts';

const receipt = z.object({ submission_id: z.string() });

/** Submits as another program would, so that the app knows nothing of it. */
async function submitElsewhere(service: PracticeService, text: string): Promise<string> {
  const answer = await fetch(`${service.url}/v1/submit_raw_data`, {
    method: 'POST',
    headers: { 'x-api-key': service.apiKey, 'content-type': 'application/octet-stream' },
    body: text,
  });
  return receipt.parse(await answer.json()).submission_id;
}

/** Notifications come and go beside the landmarks. */
const expectAccessible = (page: Page): Promise<void> =>
  expectNoViolations(page, { exclude: '.mantine-Notifications-root' });

test('forty mixed lines are pasted and answered in their order, with an access token only', async ({
  start,
  serve,
  folder,
}) => {
  test.skip(process.platform !== 'linux', 'The downloads folder can be chosen for a test on Linux only.');
  const downloads = await makeDownloads(folder);
  const service = await serve({ dialect: 'deployed' });
  const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => submitElsewhere(service, `Letter ${index}`)));
  const [first = '', second = '', third = ''] = ids;
  const unknown = Array.from({ length: 6 }, () => randomUUID());
  const lines = [
    'Ticket\tSubmission\tCustomer',
    ...ids.map((id, index) => `${4000 + index}\t${index % 2 === 0 ? id : `“${id.toUpperCase()}”`}\tCustomer ${index}`),
    ...unknown.map((id) => `4100\t<${id}>\t`),
    `4200\tdropslip://submission/${first}\tagain`,
    `4201\t${second}\u200b\tagain`,
    ...ids.slice(3, 6).map((id) => `4300\t${id.slice(0, 23)}\tcut`),
    '4400\t=HYPERLINK("http://evil.example")\t<img src=x onerror=alert(1)>',
    ...Array.from({ length: 7 }, (_, index) => `45${index}\tno idea, called twice\t`),
  ];
  expect(lines).toHaveLength(40);

  const { page } = await start({ env: downloads.env });
  await addWork(page, { url: service.url, accessToken: service.accessToken, token: 'avail' });
  await openLookup(page);
  await paste(page, lines.join('\r\n'));

  const table = page.getByRole('table', { name: 'Answers' });
  const line = (number: number) =>
    table.getByRole('row').filter({ has: page.getByRole('cell', { name: String(number), exact: true }) });
  await expect(page.getByText(/^Done: 40 lines/).first()).toBeVisible({ timeout: 30_000 });
  await expect(line(2)).toContainText(/Confirmed|Submitted/);
  await expect(line(2)).toContainText(first);
  await expect(line(3)).toContainText(second);

  await page.getByRole('button', { name: 'Save as CSV' }).click();
  await expect(page.getByText('is in your Downloads folder')).toBeVisible();
  const csv = (await downloads.read(`Look-ups ${new Date().toISOString().slice(0, 10)}.csv`))
    .toString('utf8')
    .split('\r\n');
  expect(csv[2]).toContain(first);
  expect(csv[2]).toMatch(/,\d+E-\d+,ethereum,"\t\d+",\d+,(?:exact|rounded by the service),/);
  expect(csv[33]).toMatch(/^33,"?'?4400 =HYPERLINK/);
  expect(csv.filter((one) => one !== '')).toHaveLength(41);

  await expectAccessible(page);
  const scroller = table.locator('xpath=..');
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(line(40)).toContainText('No match on this computer');
  await expect(line(33)).toContainText('=HYPERLINK');
  await expect(line(28)).toContainText(first);
  await expect(line(29)).toContainText(second);
  await expect(line(30)).toContainText('No match on this computer');
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await expect(line(24)).toContainText('The service does not know this id');

  await scroller.evaluate((element) => element.scrollTo(0, 0));
  await line(4).getByRole('button').first().click();
  await expect(page.getByRole('heading', { name: /confirmed/i })).toBeVisible();
  await expect(page.getByText(third, { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(line(4)).toBeVisible();
});

test('what this app submitted is found by its bytes, a part of its id, its name, its day; and asked for again', async ({
  start,
  serve,
  land,
  folder,
}) => {
  await untilMidnightIsFar();
  const service = await serve(noBlocks);
  const app = await start(withInspector);
  const { page } = app;
  await addWork(page, service);
  const composed = join(folder, 'Übergabe Zürich.pdf'.normalize('NFC'));
  await writeFile(composed, 'The handover, signed');
  await writeFile(join(folder, 'notes.txt'), 'Notes');
  await dropPaths(page, [composed, join(folder, 'notes.txt')]);
  await expect(row(page, 'bergabe')).toContainText(/Submitted/);
  await openLookup(page);

  // The same bytes under another name, and nothing is submitted by dropping them here.
  const renamed = join(folder, 'from the customer.bin');
  await copyFile(composed, renamed);
  await dropPaths(page, [renamed]);
  await expect(page.getByRole('heading', { name: /^Submitted on .*, not yet in a block$/ })).toBeVisible();
  await land(service);
  // The block comes half a second after the service.
  await expect(async () => {
    await page.getByRole('button', { name: 'Ask again' }).click({ timeout: 1_000 });
    await expect(page.getByRole('heading', { name: /confirmed/i })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByText('Technical details').click();
  await expect(page.getByRole('button', { name: 'Copy block hash' })).toBeVisible();
  const id =
    (await page
      .getByText(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      .first()
      .textContent()) ?? '';

  await expectAccessible(page);

  // The reply is copied by its shortcut, also from within the box.
  const copied = saysCopied(page);
  await page.keyboard.press('ControlOrMeta+Shift+C');
  await copied;
  const reply = new RegExp(
    `bergabe Zürich.pdf” is confirmed\\..* in block 0x[0-9a-f]{64}.* The submission id is ${id}\\.`,
  );
  await expect.poll(() => clipboardText(app)).toMatch(reply);

  // The answer to another question is gone with the first key, and what fits comes without Enter.
  await box(page).pressSequentially('x');
  await expect(page.getByRole('heading', { name: /confirmed/i })).toBeHidden();
  await box(page).fill('notse');
  await expect(
    page.getByRole('heading', { name: 'No match on this computer for “notse”. Did you mean:' }),
  ).toBeVisible();
  await box(page).press('ArrowDown');
  await expect(page.getByRole('button', { name: /notes\.txt/ })).toBeFocused();
  await expectAccessible(page);

  await lookUp(page, id.slice(9, 23));
  await expect(page.getByRole('heading', { name: /confirmed/i })).toBeVisible();
  await lookUp(page, 'ÜBERGABE zürich'.normalize('NFD'));
  await expect(page.getByRole('heading', { name: /confirmed/i })).toBeVisible();
  await expect(page.getByText('Übergabe Zürich.pdf').first()).toBeVisible();
  await lookUp(page, 'today');
  await expect(page.getByRole('heading', { name: '2 submissions match “today”' })).toBeVisible();
  await page.getByRole('button', { name: /notes\.txt/ }).click();
  await expect(page.getByRole('heading', { name: /confirmed|^Submitted/i })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the matches' }).click();

  await writeFile(renamed, 'The handover, tampered with');
  await dropOn(page.getByRole('heading', { name: 'Look up' }), [renamed]);
  await expect(page.getByRole('heading', { name: /^No match on this computer for the contents/ })).toBeVisible();
  await lookUp(page, 'no such name');
  await expect(page.getByText(/Only submissions saved on this computer/)).toBeVisible();
  await page.getByRole('button', { name: 'Look up something else' }).click();
  await expect(box(page)).toHaveValue('');

  // Ctrl+K from another screen, by keyboard alone.
  await page.getByRole('navigation').getByRole('button', { name: 'Submit' }).click();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('textbox', { name: 'Find' }).fill('zurich'.replace('u', 'ü'));
  await expect(page.getByRole('dialog').getByRole('button', { name: /Übergabe Zürich/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /confirmed/i })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  // Enter at once, before anything is found, means what is typed.
  await page.getByRole('textbox', { name: 'Find' }).fill('notes');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('notes.txt', { exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('textbox', { name: 'Find' }).fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  await app.quit();
  const again = await start();
  // The finder's last choice stays too.
  await expect(again.page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await openLookup(again.page);
  await expect(again.page.getByRole('heading', { name: 'Recent look-ups' })).toBeVisible();
  await again.page.getByRole('button', { name: /^today/ }).click();
  await expect(again.page.getByRole('heading', { name: '2 submissions match “today”' })).toBeVisible();
  await again.page.getByRole('button', { name: 'Clear', exact: true }).last().click();
  await expect(box(again.page)).toHaveValue('');
  await lookUp(again.page, 'today');
  await expect(again.page.getByRole('heading', { name: '2 submissions match “today”' })).toBeVisible();
});

test('the story of a delayed submission is told from its id and in its row, and copied as a reply', async ({
  start,
  serve,
  folder,
}) => {
  const service = await serve({ dialect: 'credits', faults: { arriving: 'error-first' } });
  const app = await start(withInspector);
  const { page } = app;
  await addWork(page, service);
  await writeFile(join(folder, 'contract.pdf'), 'A contract, signed');
  await dropPaths(page, [join(folder, 'contract.pdf')]);
  await expect(row(page, 'contract.pdf')).toContainText('Delayed');
  const story = page.getByRole('list', { name: 'What happened to it' }).getByRole('listitem');

  await openLookup(page);
  await lookUp(page, 'contract');
  await expect(story).toContainText([
    'Added to Dropslip',
    'The service accepted it',
    'Registered by the service',
    /Delayed.*The service says “TIMEOUT”/,
  ]);

  await service.close();
  const { apiKey, accessToken, url } = service;
  const port = Number(new URL(url).port);
  await serve({ dialect: 'credits', port, apiKey, accessToken, retryFailedSeconds: 0.2 });
  await expect(async () => {
    await page.getByRole('button', { name: 'Ask again' }).click({ timeout: 1_000 });
    await expect(page.getByRole('heading', { name: /confirmed/i })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const whole = [
    'Added to Dropslip',
    'The service accepted it',
    'Registered by the service',
    /Was delayed.*The service tried again/,
    /In block \d+/,
    /Cost 1,024 credits.*Paid from/,
  ];
  await expect(story).toContainText(whole);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy as a reply' }).click();
  await expect
    .poll(() => clipboardText(app))
    .toMatch(
      /^“contract.pdf” is confirmed\. The service registered it on .* UTC \(.*It was delayed at first\..* block \d+/,
    );

  await page.getByRole('navigation').getByRole('button', { name: 'Submit' }).click();
  await row(page, 'contract.pdf').getByRole('gridcell').first().click();
  await expect(story).toContainText(whole);
  await expectAccessible(page);
});
