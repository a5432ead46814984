import { describe, expect, it } from 'vitest';
import { runningFixture } from './fixture-app/running-fixture.ts';

const host = runningFixture();
const { inPage } = host;

/** Gives the app a menu, and says by `label` what was clicked: `state.seen` has it. */
const withMenu = (template: string) =>
  host.app.inMain(`const say = (item) => state.seen.push(['clicked', item.label]);
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(${template}));`);

const seen = () => host.app.inMain<unknown[]>('return state.seen');

/** Chooses an entry of the last menu by its id, as Electron calls it for the window that has the focus. */
const choose = (id: string) =>
  host.app.inMain(`electron.Menu.getApplicationMenu().getMenuItemById('${id}').click({}, window, window.webContents);`);

const size = () => inPage<number[]>('[innerWidth, innerHeight, Math.round(devicePixelRatio * 1_000) / 1_000]');

describe('a menu that is built', () => {
  const shape = (template: string) =>
    host.app.inMain(`const lines = (menu) => menu.items.map(({ label, type, accelerator, submenu }) =>
        type === 'separator' ? '-' : submenu ? [label, ...lines(submenu)] : accelerator ? label + ': ' + accelerator : label);
      return lines(electron.Menu.buildFromTemplate(${template}));`);
  const refusal = (code: string) =>
    host.app.inMain(`try { ${code}; return 'taken'; } catch (error) { return error.message; }`);

  // Those of other systems are others.
  it.runIf(process.platform === 'linux')(
    'has of each role the label, the keys and the entries that Electron gives it',
    async () => {
      expect(
        await shape(`[{ role: 'editMenu' }, { role: 'windowMenu' }, { role: 'viewMenu' }, { role: 'fileMenu' }]`),
      ).toEqual([
        [
          'Edit',
          'Undo: CommandOrControl+Z',
          'Redo: Shift+CommandOrControl+Z',
          '-',
          'Cut: CommandOrControl+X',
          'Copy: CommandOrControl+C',
          'Paste: CommandOrControl+V',
          'Delete',
          '-',
          'Select All: CommandOrControl+A',
        ],
        ['Window', 'Minimize: CommandOrControl+M', 'Zoom', 'Close: CommandOrControl+W'],
        [
          'View',
          'Reload: CmdOrCtrl+R',
          'Force Reload: Shift+CmdOrCtrl+R',
          'Toggle Developer Tools: Ctrl+Shift+I',
          '-',
          'Actual Size: CommandOrControl+0',
          'Zoom In: CommandOrControl+Plus',
          'Zoom Out: CommandOrControl+-',
          '-',
          'Toggle Full Screen: F11',
        ],
        ['File', 'Quit: CommandOrControl+Q'],
      ]);
    },
  );

  it('lets the app say other words, keys and entries for a role', async () => {
    expect(
      await shape(`[{ role: 'close', label: 'Shut', accelerator: 'D' }, { role: 'help', submenu: [{ label: 'a' }] }]`),
    ).toEqual(['Shut: D', ['Help', 'a']]);
  });

  it('has no separator at its ends, nor two in a row', async () => {
    const lines = ['-', '-', 'a', '-', '-', 'b', '-'].map((line) =>
      line === '-' ? `{ type: 'separator' }` : `{ label: '${line}' }`,
    );
    expect(await shape(`[${lines}]`)).toEqual(['a', '-', 'b']);
  });

  it('is refused where Electron refuses it', async () => {
    const { Menu, MenuItem } = { Menu: 'electron.Menu', MenuItem: 'electron.MenuItem' };
    expect(await refusal(`${Menu}.buildFromTemplate('hello')`)).toContain('must be an array');
    expect(await refusal(`${Menu}.buildFromTemplate([{ visible: true }])`)).toContain(
      'at least one of label, role or type',
    );
    expect(await refusal(`new ${MenuItem}({ label: 'a', type: 'not-a-type' })`)).toContain('Unknown menu item type');
    expect(await refusal(`new ${MenuItem}({ label: 'a', type: 'submenu' })`)).toBe('Invalid submenu');
    expect(await refusal(`new ${Menu}().insert(1, new ${MenuItem}({ label: 'a' }))`)).toContain('cannot be greater');
    expect(await refusal(`new ${Menu}().append({ label: 'a' })`)).toBe('Invalid item');
  });
});

describe('keys of the application’s menu', () => {
  it('choose the entry, where the page leaves them alone', async () => {
    await withMenu(`[{ label: 'Go', submenu: [{ label: 'There', accelerator: 'CmdOrCtrl+Shift+K', click: say }] }]`);
    await host.app.page.keyboard.press('ControlOrMeta+K');
    await host.app.page.keyboard.press('ControlOrMeta+Shift+K');
    await expect.poll(seen).toEqual([['clicked', 'There']]);
    await inPage(`(() => {
      globalThis.taking = new AbortController();
      const take = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
      addEventListener('keydown', take, { capture: true, signal: taking.signal }); })()`);
    await host.app.page.keyboard.press('ControlOrMeta+Shift+K');
    await inPage(`new Promise((resolve) => setTimeout(resolve)).then(() => taking.abort())`);
    expect(await seen()).toHaveLength(1);
  });

  it('do nothing for an entry that is disabled, or whose keys are only shown', async () => {
    await withMenu(`[{ label: 'A', accelerator: 'Alt+A', enabled: false, click: say },
      { label: 'B', accelerator: 'Alt+B', registerAccelerator: false, click: say },
      { label: 'C', accelerator: 'Alt+C', visible: false, click: say }]`);
    for (const key of ['Alt+A', 'Alt+B', 'Alt+C']) await host.app.page.keyboard.press(key);
    await expect.poll(seen).toEqual([['clicked', 'C']]);
  });

  it('of two entries with the same keys choose the later one', async () => {
    await withMenu(`[{ label: 'A', accelerator: 'F6', click: say }, { label: 'B', accelerator: 'F6', click: say }]`);
    await host.app.page.keyboard.press('F6');
    await expect.poll(seen).toEqual([['clicked', 'B']]);
  });
});

describe('the roles of a menu', () => {
  it('zoom the page, by keys and by click, for all pages of its origin, also when it is opened anew', async () => {
    await withMenu(
      `[{ role: 'zoomIn', id: 'in' }, { role: 'zoomOut', id: 'out' }, { role: 'resetZoom', id: 'reset' }]`,
    );
    const before = await size();
    await choose('in');
    await host.app.page.keyboard.press('ControlOrMeta+Shift+=');
    await expect.poll(size).toEqual([Math.round((before[0] ?? 0) / 1.2), Math.round((before[1] ?? 0) / 1.2), 1.2]);
    expect(await host.app.inMain('return [window.webContents.zoomLevel, window.webContents.getZoomFactor()]')).toEqual([
      1, 1.2,
    ]);
    await host.app.page.reload();
    await expect.poll(async () => (await size())[2]).toBe(1.2);
    await host.app.page.keyboard.press('ControlOrMeta+-');
    await expect.poll(async () => (await size())[2]).toBe(1.095);
    await host.app.page.keyboard.press('ControlOrMeta+0');
    await expect.poll(size).toEqual(before);
  });

  it('edit what has the focus, and the page hears of no key', async () => {
    await withMenu(`[{ role: 'editMenu' }]`);
    const edit = (role: string) =>
      host.app.inMain(`electron.Menu.getApplicationMenu().items[0].submenu.items.find((item) => item.role === '${role}')
        .click({}, window, window.webContents);`);
    await inPage(`(() => { const field = document.createElement('textarea'); field.id = 'field'; document.body.append(field);
      globalThis.keys = 0; addEventListener('keydown', () => { keys += 1; }, true); field.focus(); })()`);
    await host.app.page.keyboard.insertText('one');
    const text = () => host.app.page.inputValue('#field');
    await edit('undo');
    await expect.poll(text).toBe('');
    await edit('redo');
    await expect.poll(text).toBe('one');
    await edit('selectall');
    await edit('copy');
    await edit('delete');
    await expect.poll(text).toBe('');
    await edit('paste');
    await edit('paste');
    await expect.poll(text).toBe('oneone');
    await edit('selectall');
    await edit('cut');
    await expect.poll(text).toBe('');
    await edit('paste');
    await expect.poll(text).toBe('oneone');
    expect(await inPage('keys')).toBe(0);
    await inPage(`document.querySelector('#field').remove()`);
  });

  it('by keys that Chromium knows itself act once', async () => {
    await withMenu(`[{ role: 'editMenu' }]`);
    await inPage(`(() => { const field = document.createElement('input'); field.id = 'field'; document.body.append(field);
      field.focus(); })()`);
    for (const word of ['one', 'two']) {
      await host.app.page.keyboard.insertText(word);
      // What is typed in one go is undone in one go.
      await host.app.page.keyboard.press('Home');
    }
    await host.app.page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(() => host.app.page.inputValue('#field')).toBe('one');
    await inPage(`document.querySelector('#field').remove()`);
  });

  it('act on the window: full screen, minimised where it may be, closed where nobody prevents it', async () => {
    // On macOS the entry that closes is in the menu of files.
    await withMenu(`[{ role: 'windowMenu' }, { role: 'togglefullscreen' }, { role: 'fileMenu' }]`);
    const fullScreen = process.platform === 'darwin' ? 'Control+Meta+F' : 'F11';
    const states = () => host.app.inMain('return [window.isFullScreen(), window.isMinimized()]');
    await host.app.page.keyboard.press(fullScreen);
    await expect.poll(states).toEqual([true, false]);
    await host.app.page.keyboard.press(fullScreen);
    await expect.poll(states).toEqual([false, false]);
    await host.app.page.keyboard.press('ControlOrMeta+M');
    await expect.poll(states).toEqual([false, true]);
    await host.app.inMain('window.restore(); state.refuseClose = true; state.seen.length = 0;');
    await host.app.page.keyboard.press('ControlOrMeta+W');
    await expect.poll(seen).toEqual([['close']]);
  });

  it('do nothing without a window, and call the app’s own function then', async () => {
    await withMenu(`[{ role: 'close', id: 'close', click: say }]`);
    await host.app.inMain(`electron.Menu.getApplicationMenu().getMenuItemById('close').click();`);
    expect(await seen()).toEqual([['clicked', process.platform === 'darwin' ? 'Close Window' : 'Close']]);
  });
});
