import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addWork, test } from './app/accounts.ts';
import { dropPaths } from './app/drop.ts';
import { box, lookUp, openLookup, paste } from './app/lookup.ts';
import { takePicture } from './app/picture.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect } from './app/test.ts';

test('looking up: nothing yet, an answer, several, a list, and the finder', async ({ window, folder }) => {
  const names = ['March — signed contract.pdf', 'Überweisung Beleg.png', 'March invoice.pdf'];
  for (const name of names) await writeFile(join(folder, name), `The contents of ${name}`);
  await dropPaths(
    window,
    names.map((name) => join(folder, name)),
  );
  for (const name of names) await waitForBlock(window, name);
  await openLookup(window);
  await takePicture(window, 'lookup-empty');

  await lookUp(window, 'signed contract');
  await expect(window.getByRole('heading', { name: /^Seen confirmed on/ })).toBeVisible();
  await expect(window.getByText('Asking the service…')).toBeHidden();
  await takePicture(window, 'lookup-answer');
  await window.setViewportSize({ width: 900, height: 600 });
  await takePicture(window, 'lookup-answer-small');
  await window.setViewportSize({ width: 1180, height: 780 });
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const id = (await window.getByText(uuid).first().textContent()) ?? '';

  await lookUp(window, 'march');
  await expect(window.getByRole('heading', { name: /match “march”/ })).toBeVisible();
  await takePicture(window, 'lookup-matches');

  await box(window).fill('march contarct');
  await expect(window.getByRole('heading', { name: /Did you mean:$/ })).toBeVisible();
  await takePicture(window, 'lookup-nearest');
  await box(window).fill('today');
  await expect(window.getByText(/^Read as a date/)).toBeVisible();
  await takePicture(window, 'lookup-typed');

  await lookUp(window, randomUUID());
  await expect(window.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await takePicture(window, 'lookup-not-found');

  const lines = [
    'Ticket\tSubmission',
    `4001\t${id}`,
    `4002\t${randomUUID()}`,
    `4003\t${id.slice(0, 18)}`,
    `4004\t${id.toUpperCase()}`,
    '4005\tsee my mail of Monday',
    'march invoice.pdf',
    'march',
  ];
  await paste(window, lines.join('\n'));
  await expect(window.getByText(/^Done/).first()).toBeVisible();
  await takePicture(window, 'lookup-list');
  await window.getByRole('button', { name: 'Clear', exact: true }).click();
  await takePicture(window, 'lookup-recent');

  await window.keyboard.press('Control+k');
  await window.getByRole('textbox', { name: 'Find' }).fill('march');
  await expect(window.getByRole('dialog').getByRole('button', { name: /March/ })).toHaveCount(2);
  await takePicture(window, 'spotlight');
  await window.getByRole('textbox', { name: 'Find' }).fill('');
  await takePicture(window, 'spotlight-all');
});

test('the time line of a delayed submission, in Look up and in the details', async ({ start, serve, folder }) => {
  const { page } = await start();
  const retries = { retryFailedSeconds: 8 };
  await addWork(page, await serve({ dialect: 'credits', faults: { arriving: 'error-first' }, ...retries }));
  await writeFile(join(folder, 'contract.pdf'), 'A contract, signed');
  await dropPaths(page, [join(folder, 'contract.pdf')]);
  await expect(row(page, 'contract.pdf')).toContainText('Delayed');
  await openLookup(page);
  await lookUp(page, 'contract');
  await expect(page.getByText(/The service says “TIMEOUT”/)).toBeVisible();
  await takePicture(page, 'time-line-delayed');
  await page.getByRole('navigation').getByRole('button', { name: 'Submit' }).click();
  await waitForBlock(page, 'contract.pdf');
  await row(page, 'contract.pdf').getByRole('gridcell').first().click();
  await expect(page.getByText(/^In block \d+$/)).toBeVisible();
  await takePicture(page, 'time-line-details');
});
