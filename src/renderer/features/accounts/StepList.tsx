import { IconCheck } from '@tabler/icons-react';
import { type AddAccountStep, addAccountSteps } from './add-account-flow.ts';
import classes from './StepList.module.css';

const names: { readonly [Step in AddAccountStep]: string } = {
  address: 'Address',
  credentials: 'Key or token',
  check: 'Check',
};

type Props = { readonly current: AddAccountStep };

/** Where a person is on the way, and what is still to come. */
export function StepList({ current }: Props) {
  const at = addAccountSteps.indexOf(current);
  return (
    <ol className={classes.steps} aria-label="Steps">
      {addAccountSteps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-state={index < at ? 'done' : index === at ? 'current' : 'ahead'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className={classes.number}>
            {index < at ? <IconCheck size={16} stroke={2.2} role="img" aria-label="Done" /> : index + 1}
          </span>
          {names[step]}
        </li>
      ))}
    </ol>
  );
}
