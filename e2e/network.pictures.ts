import { addWork, dialog, row, submit, test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { nameNode, networkVerdict } from './app/network.ts';
import { pageOf } from './app/pages.ts';
import { takePicture } from './app/picture.ts';
import { waitForBlock } from './app/rows.ts';
import { expect } from './app/test.ts';

test('a check on the network: the node, the question, what holds and what does not', async ({
  start,
  serve,
  folder,
}) => {
  const service = await serve();
  const { page } = await start();
  await addWork(page, service);
  await submit(page, folder);
  await waitForBlock(page, 'letter.txt');
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await nameNode(page, service.nodeUrl);
  await takePicture(page, 'network-node');
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  const question = await pageOf(page.context(), 'consent.html');
  await expect(question.getByRole('button').last()).toBeEnabled();
  await takePicture(question, 'confirmation-node');
  await answerQuestion(page, 'Use this node');
  await expect(dialog(page)).toBeHidden();

  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Submit', exact: true }).click();
  await row(page, 'letter.txt').getByRole('gridcell').first().click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await takePicture(page, 'network-not-asked');
  const ask = details.getByRole('button', { name: /^(Is it really there\?|Ask the network again)$/ });
  const taken = async (says: string, name: string): Promise<void> => {
    await expect(async () => {
      await ask.click();
      await expect(networkVerdict(page)).toContainText(says, { timeout: 3_000 });
    }).toPass();
    await takePicture(page, `network-${name}`);
  };
  await taken('The block holds these bytes', 'holds');
  await details.getByText('What the node said').click();
  await takePicture(page, 'network-facts');
  await page.setViewportSize({ width: 900, height: 600 });
  await takePicture(page, 'network-facts-small');
  await page.setViewportSize({ width: 1180, height: 780 });
  service.misbehave({ node: 'changed-byte' });
  await taken('This node cannot be trusted', 'lying');
  service.misbehave({ node: 'other-hash' });
  await taken('Its block is not on the network', 'other-block');
  service.misbehave({ node: 'silent' });
  await ask.click();
  await expect(details).toContainText('Asking the node.');
  await takePicture(page, 'network-asking');
});
