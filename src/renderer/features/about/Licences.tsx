import { useState } from 'react';
import type { PackedLicence } from '../../../shared/bridge/app/about.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FoundCount } from '../../ui/search/FoundCount.tsx';
import { SearchField } from '../../ui/search/SearchField.tsx';
import { findByWords } from '../../ui/search/words.ts';
import classes from './About.module.css';

type Props = { readonly licences: readonly PackedLicence[] | null };

export function Licences({ licences }: Props) {
  const [query, setQuery] = useState('');
  const all = licences ?? [];
  const found = findByWords(all, query, ({ name, version, licence }) => [name, version, licence]);
  return (
    <section className={classes.licences} aria-label="Licences">
      <h3>Made with the work of others</h3>
      <p className={classes.soft}>
        Electron and Chromium come with their own licences, in LICENSE.electron.txt and LICENSES.chromium.html, beside
        the app (on a Mac, in its Resources).
      </p>
      {licences === null ? (
        <p>This build has no list of the other licences.</p>
      ) : (
        <>
          <SearchField label="Search licences" placeholder="Name or licence" query={query} onQuery={setQuery} />
          <FoundCount query={query} found={found.length} all={all.length} thing="package" />
          <ul className={classes.list}>
            {found.map(({ name, version, licence, text }) => (
              <li key={`${name} ${version}`}>
                <Disclosure label={`${name} ${version}, ${licence}`}>
                  <p className={classes.text}>{text}</p>
                </Disclosure>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
