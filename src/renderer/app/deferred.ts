/** All that is not drawn in the first moment, in one file. */
import './without-eval.ts';
import '../features/about/deferred.ts';
import '../features/accounts/deferred.ts';
import '../features/balances/deferred.ts';
import '../features/deposits/deferred.ts';
import '../features/diagnostics/deferred.ts';
import '../features/lookup/deferred.ts';
import '../features/preferences/deferred.ts';
import '../features/retrieval/deferred.ts';
import '../features/shortcuts/deferred.ts';
import '../features/spending/deferred.ts';
import '../features/spotlight/deferred.ts';
import '../features/submit/deferred.ts';
import '../features/updates/deferred.ts';
import '../features/verify/deferred.ts';
import { moveEarlierPreferences } from '../data/earlier-preferences.ts';
import { changePreferences } from '../data/preferences.ts';
import { CloseQuestion } from './CloseQuestion.tsx';
import { Notices } from './Notices.tsx';
import { AccountMenuPlace } from './navigation/AccountCard.tsx';
import { AccountMenu } from './navigation/AccountMenu.tsx';
import { CloseQuestion as CloseQuestionPlace, Notices as NoticesPlace } from './places.ts';

AccountMenuPlace.provide(AccountMenu);
CloseQuestionPlace.provide(CloseQuestion);
NoticesPlace.provide(Notices);

void moveEarlierPreferences(localStorage, changePreferences);
