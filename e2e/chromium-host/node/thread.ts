import { makeNodeElectrons } from './index.ts';

makeNodeElectrons();
