export { PassphraseFields } from './PassphraseFields.tsx';
export { PrivacySection } from './PrivacySection.tsx';
export { nothingTyped, passphraseProblem } from './passphrase.ts';
export { DropPassphrase, ReadersChoice, useReadersChoice } from './ReadersChoice.tsx';
export { usePrivacy } from './use-privacy.ts';
