import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import licence from '../../../../LICENSE?raw';
import type { PackedLicence } from '../../../shared/bridge/app.ts';
import { callQuery } from '../../data/queries.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FoundCount, SearchField } from '../../ui/SearchField.tsx';
import { findByWords } from '../../ui/search.ts';
import { useCloseOnShortcut } from '../../ui/shortcuts.ts';
import classes from './About.module.css';
import { useAbout } from './index.ts';

const close = (): void => useAbout.setState({ open: false });

export function AboutDialog() {
  const { open } = useAbout();
  const passive = useCloseOnShortcut(open, close);
  return (
    <Modal {...passive} opened={open} onClose={close} size="44rem" title="About Dropslip">
      <Content />
    </Modal>
  );
}

function Content() {
  const { data: about, error } = useQuery(callQuery('about.read', null, {}));
  if (error !== null) return <p role="alert">{error.message}</p>;
  if (about === undefined) return <p aria-busy="true">Reading…</p>;
  return (
    <div className={classes.about}>
      <div>
        <p>Drop a file, get a slip.</p>
        <Disclosure label="You may use, change and share Dropslip under the MIT licence">
          <p className={classes.text}>{licence}</p>
        </Disclosure>
      </div>
      <div className={classes.versions}>
        <dl>
          {Object.entries(about.versions).map(([name, version]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{version}</dd>
            </div>
          ))}
        </dl>
        <CopyAllButton label="Copy versions" text={() => versionsText(about.versions)} />
      </div>
      <Licences licences={about.licences} />
    </div>
  );
}

type Props = { readonly licences: readonly PackedLicence[] | null };

function Licences({ licences }: Props) {
  const [query, setQuery] = useState('');
  const all = licences ?? [];
  const found = findByWords(all, query, ({ name, version, licence }) => [name, version, licence]);
  return (
    <section className={classes.licences} aria-label="Licences">
      <h3>Third-party licences</h3>
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

function versionsText(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join('\n');
}
