import { IconSelector } from '@tabler/icons-react';
import { type ComponentProps, Fragment } from 'react';
import type { Account } from '../../../shared/bridge/accounts.ts';
import { ColourDot } from '../../features/accounts/index.ts';
import classes from './AccountCard.module.css';

type Props = ComponentProps<'button'> & { readonly account: Account };

export function AccountButton({ account, ...rest }: Props) {
  return (
    <button type="button" {...rest} className={classes.button}>
      <Who account={account} />
      <IconSelector size={18} stroke={1.7} aria-hidden="true" />
    </button>
  );
}

function Who({ account }: { readonly account: Account }) {
  return (
    <span className={classes.who}>
      <span className={classes.name}>
        <ColourDot colour={account.colour} />
        <bdi>{account.name}</bdi>
      </span>
      <span className={classes.note}>
        {account.kind === 'practice' ? (
          'Nothing real is spent'
        ) : (
          <bdi>
            <Address address={account.address ?? ''} />
          </bdi>
        )}
      </span>
    </span>
  );
}

/** Where it is too long for one line it breaks before the port or a part of its path, and not within a number. */
function Address({ address }: { readonly address: string }) {
  const [host = '', ...parts] = address.replace(/^https:\/\//, '').split(/(?<=[^/])(?=[:/](?!\/))/);
  return (
    <>
      {host}
      {parts.map((part) => (
        <Fragment key={part}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
