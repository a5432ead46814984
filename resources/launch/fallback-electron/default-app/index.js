// Loads the app in the folder that is the first argument without a dash, as Electron's own default app does.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const folder = resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.');
const {
  name,
  productName = name,
  version,
  main,
  desktopName,
} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
process.defaultApp = true;
app.setVersion(version);
app.setName(productName);
if (desktopName !== undefined) app.setDesktopName(desktopName);
app.setPath('userData', join(app.getPath('appData'), productName));
app.setAppPath(folder);
// Electron is ready only after this module, so the app's is awaited.
await import(pathToFileURL(join(folder, main)).href);
