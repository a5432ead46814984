import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Menu } from './menu.ts';
import { nativeImage } from './native-image.ts';
import { Tray } from './tray.ts';

/** One transparent pixel. */
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'host-tray-'));
  vi.stubEnv('CHROMIUM_HOST_RECORD', join(folder, 'record'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('what an icon in the tray shows is recorded until it is gone, and after that it takes nothing', () => {
  const tray = new Tray(nativeImage.createFromDataURL(png));
  tray.setToolTip('At work');
  tray.setContextMenu(Menu.buildFromTemplate([{ label: 'Open' }, { type: 'separator' }, { label: 'Quit' }]));
  tray.destroy();
  tray.destroy();
  const acts = readFileSync(join(folder, 'record'), 'utf8').trim().split('\n');
  expect(acts.map((act) => JSON.parse(act))).toEqual([
    { kind: 'tray', toolTip: 'At work', menu: [] },
    { kind: 'tray', toolTip: 'At work', menu: ['Open', 'Quit'] },
    { kind: 'tray', toolTip: null, menu: [] },
  ]);
  expect(() => tray.setToolTip('Still here')).toThrow('Object has been destroyed');
});

test('a picture has the size that is in it, at each scale that it was given for, and what is no picture is none', () => {
  const image = nativeImage.createFromDataURL(png);
  image.addRepresentation({ scaleFactor: 2, dataURL: png });
  image.addRepresentation({ scaleFactor: 3, dataURL: 'data:image/png;base64,AAAA' });
  expect([image.getSize(), image.getScaleFactors(), image.isEmpty()]).toEqual([{ width: 1, height: 1 }, [1, 2], false]);
  expect(() => new Tray(nativeImage.createEmpty())).toThrow('Failed to load image');
});
