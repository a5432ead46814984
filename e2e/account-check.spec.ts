import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Locator } from '@playwright/test';
import { dialog, fillIn, line, saveAccount, submit, test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { takeDown } from './app/take-down.ts';
import { expect } from './app/test.ts';

test('a service that is down is checked again once it is back', async ({ start, serve, folder }) => {
  const service = await serve();
  const letGo = await takeDown(service);
  const { page } = await start();
  await fillIn(page, { address: service.url, apiKey: service.apiKey });
  await answerQuestion(page, 'Connect');
  await expect(line(page, 'Address')).toHaveAttribute('data-state', 'bad');
  await expect(line(page, 'API key')).toHaveAttribute('data-state', 'skipped');
  await letGo();
  await serve({ port: Number(new URL(service.url).port), apiKey: service.apiKey });
  await dialog(page).getByRole('button', { name: 'Check again' }).click();
  await expect(dialog(page).getByText('No problems found.').first()).toBeVisible();
  await saveAccount(page, 'Save account');
  await submit(page, folder);
});

test('a check that ends puts no button in the place of another, and after one that was stopped an account is saved all the same', async ({
  start,
}) => {
  const unanswered: ServerResponse[] = [];
  const slow = createServer((_, response) => unanswered.push(response));
  slow.listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const bound = slow.address();
  if (bound === null || typeof bound === 'string') throw new Error('The slow server has no port.');
  const { page } = await start();
  await fillIn(page, { address: `http://127.0.0.1:${bound.port}`, apiKey: 'key', accessToken: 'token' });
  await answerQuestion(page, 'Connect');
  const button = (name: string): Locator => dialog(page).getByRole('button', { name });
  const under = async (name: string): Promise<() => Promise<string | null>> => {
    const box = await button(name).boundingBox();
    if (box === null) throw new Error(`${name} is not in sight.`);
    const place = [box.x + box.width / 2, box.y + box.height / 2] as const;
    return () =>
      page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.textContent ?? null, place);
  };
  await expect(line(page, 'Address')).toHaveAttribute('data-state', 'running');
  // The box that asked to look at the other window is gone.
  await expect(dialog(page)).not.toContainText('in the separate window');
  const [stop, back, cancel, save] = [
    await under('Stop the check'),
    await under('Back'),
    await under('Cancel'),
    await under('Save account'),
  ];
  const answering = setInterval(() => {
    for (const response of unanswered.splice(0)) response.writeHead(404).end();
  }, 50);
  await expect(
    dialog(page)
      .getByText(/problems? found/)
      .first(),
  ).toBeVisible();
  clearInterval(answering);
  expect([await stop(), await back(), await cancel(), await save()]).toEqual([null, 'Back', 'Cancel', 'Save anyway']);
  await button('Check again').click();
  await expect(line(page, 'Address')).toHaveAttribute('data-state', 'running');
  await button('Stop the check').click();
  await expect(dialog(page).getByText('The check was stopped.').first()).toBeVisible();
  await saveAccount(page, 'Save anyway');
  slow.close();
  slow.closeAllConnections();
});

test('nothing goes to an address that was not confirmed, and the question comes again', async ({ start, serve }) => {
  const service = await serve();
  const { page } = await start();
  await fillIn(page, { address: service.url, apiKey: service.apiKey });
  await answerQuestion(page, 'Cancel');
  await expect(dialog(page).getByText('you did not confirm the address').first()).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Check again' }).click();
  await answerQuestion(page, 'Connect');
  await expect(dialog(page).getByText('No problems found.').first()).toBeVisible();
});
