import { readFileSync } from 'node:fs';
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, expect, test, vi } from 'vitest';

type Template = readonly MenuItemConstructorOptions[];

const installed = vi.hoisted(() => ({ template: [] as Template }));
vi.mock('electron', () => ({
  app: { name: 'Dropslip' },
  Menu: {
    buildFromTemplate: (template: Template) => template,
    setApplicationMenu: (template: Template) => {
      installed.template = template;
    },
  },
}));

const { installMenu } = await import('./menu.ts');

const { platform } = process;
afterEach(() => void Object.defineProperty(process, 'platform', { value: platform }));

/** The entries of the menu on a system, submenus included. */
function menuOn(name: NodeJS.Platform, quit = vi.fn()): Template {
  Object.defineProperty(process, 'platform', { value: name });
  installMenu({ choose: vi.fn(), quit });
  const flat = (entries: Template): Template =>
    entries.flatMap((entry) => [entry, ...(Array.isArray(entry.submenu) ? flat(entry.submenu) : [])]);
  return flat(installed.template);
}

test('a Mac has the file menu too, whose Cmd+W closes the window', () => {
  expect(menuOn('darwin').filter(({ role }) => role === 'fileMenu')).toHaveLength(1);
});

test('quitting by the menu asks first, with the label and the keys of each system', () => {
  for (const [name, label, accelerator] of [
    ['darwin', 'Quit Dropslip', 'CommandOrControl+Q'],
    ['linux', 'Quit', 'CommandOrControl+Q'],
    ['win32', 'Exit', undefined],
  ] as const) {
    const quit = vi.fn();
    const entries = menuOn(name, quit);
    expect(entries.filter(({ role }) => role === 'quit' || role === 'appMenu')).toEqual([]);
    const [entry, ...more] = entries.filter(({ id }) => id === 'quit');
    expect([more, entry?.label, entry?.accelerator]).toEqual([[], label, accelerator]);
    // What Electron hands to a click is of no use here.
    Reflect.apply(entry?.click ?? expect.fail, undefined, []);
    expect(quit.mock.calls).toEqual([[]]);
  }
});

test('on Windows and Linux the file menu does not lack its quit, nor have another that closes the window', () => {
  for (const name of ['linux', 'win32'] as const) {
    expect(menuOn(name).filter(({ role }) => role === 'fileMenu')).toEqual([]);
  }
});

test('preferences and what the app is stand where each system has them, once', () => {
  for (const [name, label] of [
    ['darwin', 'Settings…'],
    ['linux', 'Preferences…'],
    ['win32', 'Preferences…'],
  ] as const) {
    const entries = menuOn(name);
    expect(entries.filter(({ role }) => role === 'about')).toEqual([]);
    expect(entries.filter(({ id }) => id === 'about').map((entry) => entry.label)).toEqual(['About Dropslip']);
    const settings = entries.filter(({ id }) => id === 'preferences');
    expect(settings.map((entry) => [entry.label, entry.accelerator])).toEqual([[label, 'CmdOrCtrl+,']]);
  }
});

test('the form for issues sends people to entries that the menu has', () => {
  const form = readFileSync(new URL('../../../.github/ISSUE_TEMPLATE/bug.yml', import.meta.url), 'utf8');
  const labels = menuOn('linux').map(({ label }) => label);
  for (const label of ['Diagnostics Report…', 'About Dropslip']) {
    expect(form).toContain(`*${label}*`);
    expect(labels).toContain(label);
  }
});

test('zoom has the keys that browsers have for it, of which the menu shows one each', () => {
  const zoom = menuOn('linux').filter(({ role }) => role === 'zoomIn' || role === 'zoomOut' || role === 'resetZoom');
  expect(zoom.filter(({ visible }) => visible !== false).map(({ role }) => role)).toEqual([
    'resetZoom',
    'zoomIn',
    'zoomOut',
  ]);
  expect(zoom.filter(({ visible }) => visible === false).map(({ role, accelerator }) => [role, accelerator])).toEqual([
    ['zoomIn', 'CommandOrControl+='],
    ['zoomIn', 'CommandOrControl+numadd'],
    ['zoomOut', 'CommandOrControl+numsub'],
    ['resetZoom', 'CommandOrControl+num0'],
  ]);
});
