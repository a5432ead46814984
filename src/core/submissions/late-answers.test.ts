import { afterEach, expect, test } from 'vitest';
import { closeRigs, openRig } from './submissions.fixture.ts';

afterEach(closeRigs);

test.each(['documented', 'deployed', 'credits'] as const)(
  'a record that appears after its id confirms the submission: %s',
  async (dialect) => {
    const rig = await openRig({ service: { dialect, blockTimeSeconds: 0.1, faults: { arriving: 'late-record' } } });
    await rig.drop({ letter: 'content' });
    await rig.untilAll('submitted');
    await rig.untilAll('confirmed');
    expect(await rig.ledger()).toHaveLength(1);
  },
);

test.each(['late-401', 'late-500'] as const)(
  'a submission that was charged and then refused is found, and not sent again: %s',
  async (arriving) => {
    const rig = await openRig({
      service: { faults: { arriving } },
      submitBy: { variant: 'access-token', token: 'ethereum' },
    });
    await rig.drop({ letter: 'content' });
    await rig.untilAll('unsettled', 'submitted', 'confirmed');
    rig.service.misbehave({ arriving: null });
    await rig.untilAll('submitted', 'confirmed');
    expect(await rig.ledger()).toHaveLength(1);
  },
);
