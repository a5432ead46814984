import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Dropslip } from '../docs/playwright-fixture.ts';
import { isPostgresInstalled, PostgresServer } from '../src/core/team/postgres.fixture.ts';
import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { addWork, test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { root } from './app/electron.ts';
import { lookUp, openLookup } from './app/lookup.ts';
import { row } from './app/rows.ts';
import { expect } from './app/test.ts';
import { giveAccount } from './soak/app-account.ts';
import { writeKeys } from './soak/command-process.ts';

test.skip(!isPostgresInstalled, 'PostgreSQL is not installed.');

test('a desk joins a team, finds a colleague’s file, and waits for claims and for the database', async ({
  serve,
  start,
  folder,
}) => {
  const service = await serve();
  const postgres = await PostgresServer.start();
  try {
    const name = await postgres.createDatabase();
    const address = postgres.url(name);
    const run = (text: string) => postgres.run(name, (sql) => sql.unsafe(text));
    const { page } = await start();
    await addWork(page, service);
    const team = page.getByRole('region', { name: 'Team' });

    await test.step('the desk sets the database up, and joins', async () => {
      await page.keyboard.press('ControlOrMeta+,');
      await team.getByLabel('Database address').fill(address);
      await team.getByLabel('Name of this desk').fill('Front office');
      await team.getByRole('button', { name: 'Join' }).press('Enter');
      await expect(team.getByRole('alert')).toContainText('not set up');
      await expectNoViolationsInLightAndDark(page, { include: 'main' });
      await team.getByRole('button', { name: 'Set up the database' }).press('Enter');
      await answerQuestion(page, 'Join the team');
      await expect(team.getByText('Connected.')).toBeVisible();
      await expect(team).toContainText('Front office');
    });

    const lease = join(folder, 'lease.txt');
    await writeFile(lease, 'A lease');
    await test.step('a colleague’s file is found by its name, and says whose it is', async () => {
      const userData = join(folder, 'a colleague');
      const keys = { url: service.url, apiKey: service.apiKey, accessToken: service.accessToken };
      await giveAccount(userData, null, keys, 'api-key');
      const env = { ...(await writeKeys(join(folder, 'keys'), keys)), DROPSLIP_TEAM: address };
      Object.assign(process.env, env);
      const colleague = new Dropslip([process.execPath, join(root, 'out/cli/dropslip.js')], userData);
      await colleague.send(lease).finally(() => {
        for (const key of Object.keys(env)) delete process.env[key];
      });
      await expect(team).toContainText('1 submission of colleagues is known here.');
      await openLookup(page);
      await lookUp(page, 'lease');
      await expect(page.getByText(`Submitted at the desk “${hostname()}”`)).toBeVisible();
      await expectNoViolationsInLightAndDark(page, { include: 'main' });
    });

    await test.step('the same contents are not paid for again', async () => {
      await page.keyboard.press('ControlOrMeta+1');
      await dropPaths(page, [lease]);
      await expect(row(page, 'lease.txt')).toContainText(`The desk “${hostname()}” submitted the same contents`);
    });

    await test.step('contents that another desk has claimed wait for it', async () => {
      await run(
        `CREATE FUNCTION claim() RETURNS trigger LANGUAGE plpgsql AS $$
           BEGIN new.desk_id := 'ben'; new.desk_name := 'Ben'; RETURN new; END $$;
         CREATE TRIGGER claims_for_ben BEFORE INSERT ON claims FOR EACH ROW EXECUTE FUNCTION claim()`,
      );
      await writeFile(join(folder, 'contract.txt'), 'A contract');
      await dropPaths(page, [join(folder, 'contract.txt')]);
      await expect(row(page, 'contract.txt')).toContainText('Waits for Ben');
      await expectNoViolationsInLightAndDark(page, { include: 'main' });
      await run(`DROP TRIGGER claims_for_ben ON claims; DELETE FROM claims WHERE desk_id = 'ben'`);
      await run(`NOTIFY dropslip, 'ben'`);
      await expect(row(page, 'contract.txt')).toContainText(/Submitted|Confirmed/);
    });

    await test.step('nothing new is sent without the database, unless the user sends without the team', async () => {
      await postgres.stop();
      await writeFile(join(folder, 'invoice.txt'), 'An invoice');
      await dropPaths(page, [join(folder, 'invoice.txt')]);
      await expect(page.getByText('The team’s database can’t be reached').first()).toBeVisible();
      await expectNoViolationsInLightAndDark(page, { include: 'main' });
      await page.getByRole('button', { name: 'Send without the team…' }).press('Enter');
      await answerQuestion(page, 'Send without it');
      await expect(row(page, 'invoice.txt')).toContainText(/Submitted|Confirmed/);
      await expect(page.getByText('You send without the team').first()).toBeVisible();
      await postgres.restart();
      await expect(page.getByText('You send without the team')).toHaveCount(0, { timeout: 30_000 });
    });

    await test.step('the desk leaves the team', async () => {
      await page.keyboard.press('ControlOrMeta+,');
      await team.getByRole('button', { name: 'Leave the team…' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).press('Enter');
      await expect(team.getByRole('button', { name: 'Join' })).toBeVisible();
    });
  } finally {
    await postgres.remove();
  }
});
