import { shortenHex } from '../../../shared/hex.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './TokenAddress.module.css';

type Props = { readonly address: string; readonly title: string };

/** Shortened to be looked at, whole to be copied. */
export function TokenAddress({ address, title }: Props) {
  return (
    <span className={classes.address}>
      <code title={address}>{shortenHex(address)}</code>
      <CopyButton text={address} what={`the address of ${title}`} />
    </span>
  );
}
