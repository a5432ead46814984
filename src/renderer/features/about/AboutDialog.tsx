import { useQuery } from '@tanstack/react-query';
import licence from '../../../../LICENSE?raw';
import type { PackedLicence } from '../../../shared/bridge/app.ts';
import { callQuery } from '../../data/queries.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { PassiveDialog } from '../../ui/PassiveDialog.tsx';
import classes from './About.module.css';

export function AboutDialog() {
  return (
    <PassiveDialog name="about" size="44rem" title="About Dropslip">
      <Content />
    </PassiveDialog>
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
        <ul className={classes.list}>
          {licences.map(({ name, version, licence, text }) => (
            <li key={`${name} ${version}`}>
              <Disclosure label={`${name} ${version}, ${licence}`}>
                <p className={classes.text}>{text}</p>
              </Disclosure>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function versionsText(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join('\n');
}
