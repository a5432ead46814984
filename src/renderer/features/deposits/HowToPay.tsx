import { encode } from 'uqr';
import { approvalLink, OWN_COIN, orderBytes, type Payment, paymentLink } from '../../../shared/payment-link.ts';
import { activeIsPractice, useWindowStore } from '../../data/window-state.ts';
import { FieldSlip } from '../../ui/FieldSlip.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { codeField, present } from '../../ui/record-sections.ts';
import { withChecksum } from './contract-address.ts';
import classes from './Deposits.module.css';

/** The facts of a payment, and links that a wallet opens. Dropslip itself never opens them. */
export function HowToPay({ payment }: { readonly payment: Payment }) {
  const isPractice = useWindowStore(activeIsPractice);
  const { contract, tokenAddress, amount, orderId } = payment;
  const approval = approvalLink(payment);
  const link = paymentLink(payment);
  const fields = [
    codeField('Address', withChecksum(contract)),
    ...present([['Token', tokenAddress === OWN_COIN ? null : withChecksum(tokenAddress), codeField]]),
    codeField('Amount in base units', amount),
    codeField('Order id', orderBytes(orderId)),
    ...present([['Approval link', approval, codeField]]),
    codeField(approval === null ? 'Link' : 'Payment link', link),
  ];
  return (
    <div className={classes.payment}>
      <Notice tone="warn">
        {isPractice
          ? 'Do not pay this order: it is for practice. The practice service completes it without a payment.'
          : 'Compare the address with the one that your operator gave you. Dropslip cannot check it, and a payment can’t be undone.'}
      </Notice>
      <FieldSlip section={{ title: 'Payment', fields }} />
      <p>
        {approval === null
          ? 'Scan the code with your wallet, or copy the link into it.'
          : 'Scan both codes with your wallet, one after the other: first allow the contract to take the tokens, then pay.'}
      </p>
      <div className={classes.codes}>
        {approval !== null && <QrCode link={approval} caption="1. Allow" />}
        <QrCode link={link} caption={approval === null ? 'Pay' : '2. Pay'} />
      </div>
    </div>
  );
}

/** A code stays black on white in dark mode, because cameras expect that. The border is the quiet zone of ISO 18004. */
function QrCode({ link, caption }: { readonly link: string; readonly caption: string }) {
  const { data, size } = encode(link, { border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <figure className={classes.code}>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`QR code of the link: ${caption}`}
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={squares.join('')} fill="#000" />
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
