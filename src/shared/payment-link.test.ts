import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalLink, OWN_COIN, orderBytes, type Payment, paymentLink } from './payment-link.ts';

const hexAddress = fc
  .array(fc.integer({ min: 0, max: 255 }), { minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const decimal = (max: bigint) => fc.bigInt({ min: 1n, max }).map(String);
const payments: fc.Arbitrary<Payment> = fc.record({
  orderId: decimal(10n ** 20n - 1n),
  chainId: decimal(2n ** 64n - 1n),
  tokenAddress: fc.oneof(hexAddress, fc.constant(OWN_COIN)),
  amount: decimal(2n ** 256n - 1n),
  contract: hexAddress,
});

const contract = `0x${'c0'.repeat(20)}`;
const token = `0x${'aa'.repeat(20)}`;
const payment = { orderId: '17', chainId: '84532', tokenAddress: token, amount: '1500000', contract };
const order = `0x${'0'.repeat(62)}11`;

test('a token is approved, then paid to the contract with the order', () => {
  expect([approvalLink(payment), paymentLink(payment)]).toEqual([
    `ethereum:${token}@84532/approve?address=${contract}&uint256=1500000`,
    `ethereum:${contract}@84532/depositERC20?bytes32=${order}&uint256=1500000&address=${token}`,
  ]);
});

test('the chain’s own coin is paid as the value of the transaction, without approval', () => {
  const coin = { ...payment, tokenAddress: OWN_COIN };
  expect([approvalLink(coin), paymentLink(coin)]).toEqual([
    null,
    `ethereum:${contract}@84532/deposit?bytes32=${order}&value=1500000`,
  ]);
});

test('the order’s id has 32 bytes and keeps its value', () => {
  fc.assert(
    fc.property(payments, ({ orderId }) => {
      expect(orderBytes(orderId)).toMatch(/^0x[0-9a-f]{64}$/);
      expect(BigInt(orderBytes(orderId)).toString()).toBe(orderId);
    }),
  );
});

test('a wallet reads the same contract, chain, order, token and amount from the link', () => {
  fc.assert(
    fc.property(payments, (asked) => {
      const [, to, chainId, method, query = ''] =
        /^ethereum:(0x[0-9a-f]{40})@(\d+)\/(\w+)\?(.*)$/.exec(paymentLink(asked)) ?? [];
      const fields = new URLSearchParams(query);
      expect({
        orderId: BigInt(fields.get('bytes32') ?? '').toString(),
        chainId,
        tokenAddress: method === 'deposit' ? OWN_COIN : fields.get('address'),
        amount: fields.get(method === 'deposit' ? 'value' : 'uint256'),
        contract: to,
      }).toEqual(asked);
    }),
  );
});
