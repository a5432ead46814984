import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoViolations } from './app/accessibility.ts';
import { addWork, dialog, row, submit, test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { lookUp, openLookup } from './app/lookup.ts';
import { nameNode, networkVerdict } from './app/network.ts';
import { waitForBlock } from './app/rows.ts';
import { expect } from './app/test.ts';

test('the practice chain really has what was submitted to the practice service', async ({ start, folder }) => {
  const letter = join(folder, 'letter.txt');
  await writeFile(letter, 'Dear network, yours truly.');
  const { page } = await start({ practice: { blockTimeSeconds: 0.5 } });
  await dropPaths(page, [letter]);
  await waitForBlock(page, 'letter.txt');
  await row(page, 'letter.txt').getByRole('gridcell').first().click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'Is it really there?' }).click();
  // It is final two blocks later.
  await expect(async () => {
    const again = details.getByRole('button', { name: 'Ask the network again' });
    if (await again.isVisible()) await again.click();
    await expect(networkVerdict(page)).toContainText('The block holds these bytes', { timeout: 3_000 });
  }).toPass();
  await expect(networkVerdict(page)).toContainText(/that block \d+ of .* holds exactly this file\. Only the node says/);
  await details.getByText('What the node said').click();
  await expect(details).toContainText('Its number, its time and its transactions.');
  await expectNoViolations(page, { include: '[aria-label="Check on the network"]' });

  // The same of the record that a look-up shows, and of what a file was held against.
  const id =
    (await details
      .getByText(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      .first()
      .textContent()) ?? '';
  await details.getByRole('button', { name: 'Verify a file' }).click();
  await dropPaths(page, [letter]);
  await expect(page.getByTestId('verdict')).toContainText('This is the file that was submitted');
  await page.getByRole('button', { name: 'Is it really there?' }).click();
  await expect(networkVerdict(page)).toContainText('the contents that the record names');
  await openLookup(page);
  await lookUp(page, id);
  await page.getByRole('button', { name: 'Is it really there?' }).click();
  await expect(networkVerdict(page)).toContainText('The block holds these bytes');
});

for (const [fault, faults, title, says] of [
  ['a block that is not final', { node: 'finality-behind' }, 'Not final yet', 'which the network may still replace'],
  ['another transaction', { record: 'other-tx-hash' }, 'Another transaction is there', 'The record names a place'],
  [
    'different contents',
    { record: 'other-place' },
    'The contents are different',
    'Ask the service’s operator what it submitted',
  ],
] as const) {
  test(`${fault} under a record is said to be that`, async ({ start, folder }) => {
    await writeFile(join(folder, 'letter.txt'), 'Dear network, yours truly.');
    await writeFile(join(folder, 'other.txt'), 'Something else.');
    const { page } = await start({ practice: { blockTimeSeconds: 0.1, faults } });
    await dropPaths(page, [join(folder, 'letter.txt'), join(folder, 'other.txt')]);
    await waitForBlock(page, 'letter.txt');
    await row(page, 'letter.txt').getByRole('gridcell').first().click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await expect(async () => {
      await details.getByRole('button', { name: /^(Is it really there\?|Ask the network again)$/ }).click();
      await expect(networkVerdict(page)).toContainText(title, { timeout: 3_000 });
    }).toPass();
    await expect(networkVerdict(page)).toContainText(says);
  });
}

test('a node is named in an account’s form, and told as what it is when it is down, has pruned or lies', async ({
  start,
  serve,
  folder,
}) => {
  const service = await serve();
  const { page } = await start();
  await addWork(page, service);
  await submit(page, folder);
  await waitForBlock(page, 'letter.txt');
  await row(page, 'letter.txt').getByRole('gridcell').first().click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'Is it really there?' }).click();
  await expect(networkVerdict(page)).toContainText('This account has no network node');
  await details.getByRole('button', { name: 'Open Accounts' }).click();

  await nameNode(page, service.nodeUrl);
  await dialog(page).getByRole('button', { name: 'Try it' }).click();
  await answerQuestion(page, 'Use this node');
  await expect(dialog(page)).toContainText(/It answers: .*, final up to block \d+/);
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog(page)).toBeHidden();

  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Submit', exact: true }).click();
  await row(page, 'letter.txt').getByRole('gridcell').first().click();
  const ask = details.getByRole('button', { name: /^(Is it really there\?|Ask the network again)$/ });
  for (const [node, says] of [
    [null, 'The block holds these bytes'],
    ['down', 'No usable answer from the node'],
    ['pruned', 'The node no longer keeps this block'],
    ['changed-byte', 'This node cannot be trusted'],
    ['other-hash', 'Its block is not on the network'],
    [null, 'The block holds these bytes'],
  ] as const) {
    service.misbehave({ node });
    await expect(async () => {
      await ask.click();
      await expect(networkVerdict(page)).toContainText(says, { timeout: 3_000 });
    }).toPass();
  }
  // Whoever does not want to wait for a node that says nothing, stops.
  service.misbehave({ node: 'silent' });
  await ask.click();
  await expect(details).toContainText('Asking the node for the block…');
  await details.getByRole('button', { name: 'Stop asking' }).click();
  await expect(details.getByRole('button', { name: 'Is it really there?' })).toBeFocused();
});
