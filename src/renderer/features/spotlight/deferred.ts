import { Finder } from './Finder.tsx';
import { Finder as FinderPlace } from './index.ts';

FinderPlace.provide(Finder);
