import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** CSS selectors of the part to check, and of what to exclude from it. */
type Part = { readonly include?: string; readonly exclude?: string };

/** The only axe rules whose result differs between light and dark. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Asserts that axe finds no violation on the page as it is shown now. */
export async function expectNoViolations(page: Page, part: Part = {}): Promise<void> {
  expect(await violations(await axeOf(page, part))).toEqual([]);
}

/** The same as `expectNoViolations`, in light and in dark. */
export async function expectNoViolationsInLightAndDark(page: Page, part: Part = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violations(await axeOf(page, part)), 'in light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations((await axeOf(page, part)).withRules(ABOUT_COLOURS)), 'in dark').toEqual([]);
  await page.emulateMedia({ colorScheme: null });
}

async function axeOf(page: Page, { include, exclude }: Part): Promise<AxeBuilder> {
  // Injecting axe takes as long as running it, so this skips it for a page that already has it.
  const has = await page.evaluate(() => 'axe' in globalThis);
  const given = has ? { page, axeSource: ';' } : { page };
  // Reports only violations, because describing all passed rules takes longer.
  const axe = new AxeBuilder(given).setLegacyMode().options({ resultTypes: ['violations'] });
  if (include !== undefined) axe.include(include);
  if (exclude !== undefined) axe.exclude(exclude);
  return axe;
}

async function violations(axe: AxeBuilder): Promise<readonly string[]> {
  const found = await axe.analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}
