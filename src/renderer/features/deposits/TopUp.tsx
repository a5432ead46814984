import { IconCircleCheck, IconCircleX, IconClock, IconHelpCircle, IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CreditOrder, CreditOrderList, CreditOrderState } from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import { orderAdvice, orderStateWords } from '../../../shared/messages/deposits.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { change } from '../../data/calls.ts';
import { callQuery, useOnAccountChange, useOnLook } from '../../data/queries.ts';
import { activeReadsRecords, useActiveAccountId, useWindowStore } from '../../data/window-state.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FieldSlip } from '../../ui/FieldSlip.tsx';
import { formatDay, separators } from '../../ui/format.ts';
import { useDeposits } from './DepositBadge.tsx';
import { DepositReceipts } from './DepositReceipts.tsx';
import classes from './Deposits.module.css';
import { depositAmountWords, orderSection } from './deposit-words.ts';
import { HowToPay } from './HowToPay.tsx';
import { NeedsToken } from './NeedsToken.tsx';
import { TopUpForm } from './TopUpForm.tsx';

const noOrders: CreditOrderList = { orders: [], tokens: [], trouble: null };

const SHOWN = 200;

const readOrders = (): void => void change('deposits.readOrders', {});

const useOrders = () => useQuery(callQuery('deposits.orders', useActiveAccountId(), {}));

/** The Deposit screen of an account with credits. */
export function TopUp() {
  const accountId = useActiveAccountId();
  const readsRecords = useWindowStore(activeReadsRecords);
  const { data: list = noOrders } = useOrders();
  const { data: deposits = [] } = useDeposits();
  useOnLook(readOrders);
  useOnAccountChange(readOrders);
  return (
    <>
      <div>
        <h1>Top up</h1>
        <p className={classes.soft}>
          Register an order of credits, then pay it with your own wallet. Dropslip follows it until the credits are
          there.
        </p>
      </div>
      {readsRecords ? <TopUpForm key={accountId} {...list} /> : <NeedsToken what="Topping up" />}
      <Orders canPay />
      {/* Deposits from before the service had credits. */}
      {deposits.length > 0 && <DepositReceipts onAgain={null} />}
    </>
  );
}

/** `canPay`: the service has credits now. */
function Orders({ canPay }: { readonly canPay: boolean }) {
  const { data: list = noOrders, error, isSuccess } = useOrders();
  const newest = list.orders.find(({ state }) => state.kind === 'pending');
  return (
    <section className={classes.receipts} aria-label="Orders">
      <h2>Your orders</h2>
      {!canPay && (
        <p>The service does not take orders of credits now, so do not pay one. If you paid one, ask the operator.</p>
      )}
      {error !== null && <p role="alert">{error.message}</p>}
      {list.trouble !== null && <p role="status">{failureMessage(list.trouble)}</p>}
      {isSuccess && list.orders.length === 0 && <p className={classes.soft}>Nothing yet.</p>}
      <ul className={classes.list} aria-label="Orders of credits">
        {list.orders.slice(0, SHOWN).map((order) => (
          <li key={`${order.orderId} ${order.createdAt}`} className={classes.slip}>
            <OrderSlip order={order} canPay={canPay} isNewest={order === newest} />
          </li>
        ))}
      </ul>
      {list.orders.length > SHOWN && <p className={classes.soft}>Older orders are not shown.</p>}
    </section>
  );
}

/** The orders of an account whose service had credits before. */
export function EarlierOrders() {
  const { data: list = noOrders } = useOrders();
  return list.orders.length === 0 ? null : <Orders canPay={false} />;
}

const icons = {
  pending: IconClock,
  unclear: IconHelpCircle,
  included: IconHourglass,
  completed: IconCircleCheck,
  failed: IconCircleX,
  'not-listed': IconHelpCircle,
} as const satisfies Record<CreditOrderState['kind'], unknown>;

type SlipProps = { readonly order: CreditOrder; readonly canPay: boolean; readonly isNewest: boolean };

function OrderSlip({ order, canPay, isNewest }: SlipProps) {
  const { orderId, chainId, createdAt, state, payment } = order;
  const Icon = icons[state.kind];
  const advice = orderAdvice(order, Date.now());
  const amount = payment === null ? '' : `: ${depositAmountWords(payment.amount, payment.token)}`;
  const section = orderSection(order);
  const facts = [
    ...(chainId === null ? [] : [chainWords(chainId)]),
    ...(createdAt === null ? [] : [formatDay(createdAt, Date.now())]),
  ];
  return (
    <>
      <div className={classes.head}>
        <h3>{`Order ${orderId}${amount}`}</h3>
        <span className={classes.state} data-state={state.kind} role="status">
          <Icon size={18} stroke={1.7} aria-hidden="true" />
          {orderStateWords(order, separators())}
        </span>
      </div>
      <p className={classes.soft}>{facts.join(', ')}</p>
      {advice !== null && <p>{advice}</p>}
      {canPay && state.kind === 'pending' && chainId !== null && payment !== null && payment.contract !== null && (
        <Disclosure label="How to pay" of={`order ${orderId}`} startsOpen={isNewest}>
          <HowToPay payment={{ ...payment, orderId, chainId, contract: payment.contract }} />
        </Disclosure>
      )}
      {section.fields.length > 0 && (
        <Disclosure label="Details" of={`order ${orderId}`}>
          <FieldSlip section={section} />
        </Disclosure>
      )}
    </>
  );
}
