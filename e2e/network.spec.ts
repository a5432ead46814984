import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoViolations } from './app/accessibility.ts';
import { row, test } from './app/accounts.ts';
import { dropPaths } from './app/drop.ts';
import { lookUp, openLookup } from './app/lookup.ts';
import { networkVerdict } from './app/network.ts';
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
