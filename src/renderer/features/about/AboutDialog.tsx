import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import licence from '../../../../LICENSE?raw';
import { callQuery } from '../../data/queries.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { CopyAllButton } from '../../ui/fields/copy.tsx';
import { useGivesWay } from '../../ui/shortcuts/gives-way.ts';
import classes from './About.module.css';
import { useAbout } from './about-state.ts';
import { versionsText } from './about-words.ts';
import { Licences } from './Licences.tsx';

const close = (): void => useAbout.setState({ open: false });

export function AboutDialog() {
  const { open } = useAbout();
  const givesWay = useGivesWay(open, close);
  return (
    <Modal {...givesWay} opened={open} onClose={close} size="44rem" title="About Dropslip">
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
        <Disclosure label="Dropslip may be used, changed and passed on under the MIT licence">
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
