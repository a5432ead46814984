// `npm run icons`: draws the icons of each system anew from resources/icons/icon.svg, with an installed
// Chromium. They are kept, so that packing needs no tool that electron-builder would have to download.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IconIcns, IconIco } from '@shockpkg/icon-encoder';
import { chromium } from 'playwright-core';
import { findChromium } from './setup.mjs';

const icons = fileURLToPath(new URL('../icons', import.meta.url));
const drawing = readFileSync(join(icons, 'icon.svg'), 'utf8');

const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];
const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 256];
/** macOS names each picture of an icon by its size, and once more by half of it for dense screens. */
const macKinds = new Map([
  [16, ['ic04']],
  [32, ['ic05', 'ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
]);
/** macOS leaves room around an icon's shape: 824 of 1024 points are the shape's, which fills 480 of 512 here. */
const MAC_SCALE = 824 / 1024 / (480 / 512);

const executablePath = findChromium();
if (executablePath === null) throw new Error('No Chromium is installed. Install it, then run this again.');
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
const page = await browser.newPage();

const linux = join(icons, 'linux');
rmSync(linux, { recursive: true, force: true });
mkdirSync(linux);
for (const size of linuxSizes) writeFileSync(join(linux, `${size}x${size}.png`), await picture(page, size));

const ico = new IconIco();
// Windows itself reads small pictures as bitmaps more readily, and the largest as a PNG.
for (const size of windowsSizes) await ico.addFromPng(await picture(page, size), size === 256, false);
writeFileSync(join(icons, 'icon.ico'), ico.encode());

const icns = new IconIcns();
icns.toc = true;
for (const [size, kinds] of macKinds) await icns.addFromPng(await picture(page, size, MAC_SCALE), kinds, false);
writeFileSync(join(icons, 'icon.icns'), icns.encode());

await browser.close();

/** The icon as a PNG of `size` points square; `scale`: how much of that the drawing takes. */
async function picture(on, size, scale = 1) {
  await on.setViewportSize({ width: size, height: size });
  const inner = size * scale;
  await on.setContent(
    `<style>body{margin:0;width:${size}px;height:${size}px;display:grid;place-items:center}svg{width:${inner}px;height:${inner}px}</style>${drawing}`,
  );
  return on.screenshot({ omitBackground: true });
}
