import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { CopyAllButton } from '../../ui/CopyAllButton.tsx';
import { FieldSlip } from '../../ui/FieldSlip.tsx';
import { codeField, type FieldSection, plainField, present, sectionsAsText } from '../../ui/fields.ts';
import { tokenTitle } from './balance-words.ts';
import classes from './TokenDetails.module.css';

type Props = { readonly token: TokenBalance };

/** The service's record of a token, whole: what the contract does not name is under it too. */
export function TokenDetails({ token }: Props) {
  const title = tokenTitle(token);
  const sections = tokenSections(token);
  return (
    <details className={classes.details}>
      <summary aria-label={`Details of ${title}`}>Details</summary>
      <div className={classes.body}>
        {sections.map((section) => (
          <FieldSlip key={section.title} section={section} />
        ))}
        <CopyAllButton label="Copy all" text={() => sectionsAsText(title, sections)} />
      </div>
    </details>
  );
}

function tokenSections(token: TokenBalance): readonly FieldSection[] {
  const { tokenDetailsId, userId, tokenAddress, balance, decimals, extra } = token;
  const sections: readonly FieldSection[] = [
    {
      title: 'Record',
      fields: present([
        ['Token id', tokenDetailsId, plainField],
        ['Token address', tokenAddress, codeField],
        ['Balance in base units', balance, codeField],
        ['Decimals', decimals === null ? null : String(decimals), plainField],
        ['User', userId, codeField],
      ]),
    },
    {
      title: 'More from the service',
      fields: Object.entries(extra).map(([name, value]) => codeField(name, value)),
    },
  ];
  return sections.filter(({ fields }) => fields.length > 0);
}
