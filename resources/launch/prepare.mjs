// `npm run electron`: installs the packages and fetches the pinned Electron, also where an earlier try has failed. CI makes
// its machines ready with it.
import { findElectron } from './electron.mjs';
import { installPackages, root, say, stop } from './setup.mjs';

installPackages();
const electron = await findElectron({ root, say, again: true });
if (electron.kind === 'missing') stop(electron.words);
say(`ready to run on ${electron.words}`);
