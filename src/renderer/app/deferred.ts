/** All that is not drawn in the first moment, in one file. */
import '../features/accounts/deferred.ts';
import '../features/balances/deferred.ts';
import '../features/deposits/deferred.ts';
import '../features/lookup/deferred.ts';
import '../features/preferences/deferred.ts';
import '../features/retrieval/deferred.ts';
import '../features/spending/deferred.ts';
import '../features/spotlight/deferred.ts';
import '../features/submit/deferred.ts';
import '../features/verify/deferred.ts';
