import type { Deposit } from '../../../shared/bridge/deposits.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { CopyAllButton } from '../../ui/fields/copy.tsx';
import { FieldSlip } from '../../ui/fields/FieldSlip.tsx';
import { sectionsAsText } from '../../ui/fields/fields.ts';
import { SidePanel } from '../../ui/Screen.tsx';
import { depositSections, technicalSections } from './deposit-sections.ts';
import { depositTitle } from './deposit-words.ts';

type Props = { readonly deposit: Deposit; readonly onClose: () => void };

/** All that is kept of one deposit, whole and to be copied. */
export function DepositPanel({ deposit, onClose }: Props) {
  const title = depositTitle(deposit);
  const sections = depositSections(deposit);
  const technical = technicalSections(deposit);
  return (
    <SidePanel label="Details" title={title} onClose={onClose}>
      {sections.map((section) => (
        <FieldSlip key={section.title} section={section} />
      ))}
      <Disclosure label="Technical details">
        {technical.map((section) => (
          <FieldSlip key={section.title} section={section} />
        ))}
      </Disclosure>
      <CopyAllButton
        fullWidth
        label="Copy all"
        text={() => sectionsAsText(`Deposit of ${title}`, [...sections, ...technical])}
      />
    </SidePanel>
  );
}
