import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Selectors of what is looked at, and of what in it is not. */
type Part = { readonly include?: string; readonly exclude?: string };

/** What axe looks at for its colours; all else is the same in light and in dark. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Nothing of the page, as it is shown now, keeps anybody from reading or using it. */
export async function expectNoViolations(page: Page, part: Part = {}): Promise<void> {
  expect(await violations(await axeOf(page, part))).toEqual([]);
}

/** As `expectNoViolations`, in light and in dark. */
export async function expectNoViolationsInLightAndDark(page: Page, part: Part = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await violations(await axeOf(page, part)), 'in light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await violations((await axeOf(page, part)).withRules(ABOUT_COLOURS)), 'in dark').toEqual([]);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

async function axeOf(page: Page, { include, exclude }: Part): Promise<AxeBuilder> {
  // To put axe into a page takes as long as to have it look, so a page that has it is given nothing more.
  const has = await page.evaluate(() => 'axe' in globalThis);
  const given = has ? { page, axeSource: ';' } : { page };
  // To describe all that is as it should be takes longer than to find what is not.
  const axe = new AxeBuilder(given).setLegacyMode().options({ resultTypes: ['violations'] });
  if (include !== undefined) axe.include(include);
  if (exclude !== undefined) axe.exclude(exclude);
  return axe;
}

async function violations(axe: AxeBuilder): Promise<readonly string[]> {
  const found = await axe.analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}
