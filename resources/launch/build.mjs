// `npm run build`: builds the app and the command line into out/, if their sources changed.
import { build } from './setup.mjs';

build();
