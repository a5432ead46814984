import type { FolderVerification } from '../../../shared/bridge/receipts.ts';
import { visibleName } from '../../../shared/text.ts';
import { formatCount } from '../../ui/format.ts';
import classes from './Outcome.module.css';
import { pathLists } from './words/folder-words.ts';

export function FolderPaths({ verification }: { readonly verification: FolderVerification }) {
  const lists = pathLists(verification);
  if (lists.length === 0) return null;
  return (
    <div className={classes.list}>
      {lists.map(({ label, paths, more }) => (
        <section key={label} className={classes.comparison} aria-label={label}>
          <h3>{label}</h3>
          <ul className={classes.paths}>
            {paths.map((path) => (
              <li key={path}>
                <bdi>{visibleName(path)}</bdi>
              </li>
            ))}
          </ul>
          {more > 0 && <p>and {formatCount(more)} more</p>}
        </section>
      ))}
    </div>
  );
}
