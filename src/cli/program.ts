import { Argument, Command, CommanderError, InvalidArgumentError } from 'commander';
import { appIdInput } from '../shared/bridge/accounts.ts';
import { deskInput } from '../shared/bridge/team.ts';
import { failureMessage } from '../shared/messages/failures/failure-message.ts';
import { addAccount, checkAccount, listAccounts, removeAccount } from './accounts.ts';
import type { Client } from './client.ts';
import { completions, shells } from './completions.ts';
import { dataFolder, type Place, type Role, withEngine } from './connection.ts';
import { version } from './engine.ts';
import { CommandError, type Exit, exitCodes, unlessCancelled } from './exit.ts';
import { type GetOptions, get } from './get.ts';
import { balance, find, importReceipts, receipts, show, verify } from './lookups.ts';
import { Output } from './output.ts';
import { type SendOptions, send } from './send.ts';
import { serve } from './serve.ts';
import { goAlone, initTeam, joinTeam, leaveTeam, showTeam } from './team.ts';
import { askQuestion, hasTerminal } from './terminal.ts';
import { watch } from './watch.ts';

type Globals = { readonly data?: string; readonly json?: boolean; readonly yes?: boolean };

/** Runs the command line. `entry`: the address of the module that started it. Resolves with the exit code. */
export async function run(argv: readonly string[], entry: string): Promise<number> {
  let exit: Exit = 'done';
  const cancel = cancelledBySignals();
  const program = new Command('dropslip');
  const globals = (): Globals => program.opts();
  let made: Output | null = null;
  const output = (): Output => {
    made ??= new Output(globals().json);
    return made;
  };
  const place = (): Place => ({
    userData: dataFolder(globals().data, entry),
    entry,
    confirm: async (question) => {
      if (globals().yes === true) return true;
      if (hasTerminal()) return askQuestion(question);
      throw new CommandError(
        'needs-approval',
        'needs-approval',
        `${question.title} (${question.subject.replaceAll('\n', ', ')}) ${question.text} Add --yes to approve.`,
      );
    },
  });
  type Work<Given extends readonly unknown[]> = (client: Client, output: Output, ...given: Given) => Promise<Exit>;
  /** Makes the action of a command that needs the engine. */
  const engine =
    <Given extends readonly unknown[]>(role: Role, work: Work<Given>) =>
    async (...given: Given): Promise<void> => {
      exit = await withEngine(place(), role, (client) => work(client, output(), ...given));
    };
  /** The same for a command that only reads or changes settings. Ctrl+C ends it at any moment. */
  const reader = <Given extends readonly unknown[]>(work: Work<Given>, role: Role = 'read') =>
    engine<Given>(role, (client, to, ...given) => unlessCancelled(work(client, to, ...given), cancel));

  program
    .description('Submits files to a data submission service and keeps the receipts.')
    .version(version)
    .option('--data <folder>', 'the data folder (default: that of the Dropslip app)')
    .option('--json', 'write JSON lines, also on a terminal')
    .option('-y, --yes', 'approve the price and every question of this command')
    .showHelpAfterError('Add --help for the options.')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();

  program
    .command('send [paths...]')
    .description('Submit files and folders.')
    .option('-a, --account <name>', 'the account that pays (default: the one that the app shows)')
    .option('--together', 'keep each folder together, as one submission', false)
    .option('--private', 'encrypt the files', false)
    .option('--to <key>', 'an age public key that can read them; repeat for more', collected, [])
    .option('--passphrase-file <file>', 'a file with the passphrase that can read them')
    .option('--limit <amount>', 'send if the price is at most this, in the unit of the token that pays', amount)
    .option('--wait', 'wait until the files are in a block', false)
    .option('--again', 'submit files that were submitted before, and pay again', false)
    .option('--from-list <file>', 'read paths from a file, one in each line; - for standard input')
    .option('--app-id <id>', 'the app id that is sent with the files', wholeNumber)
    .option('--patience <seconds>', 'how long to try a service that does not answer', seconds, 60)
    .action(async (paths: readonly string[], options: Omit<SendOptions, 'yes'>) => {
      const yes = globals().yes === true;
      exit = await send(place(), output(), paths, { ...options, yes }, cancel);
    });

  program
    .command('find <query>')
    .description('Search the submissions on this computer by id, hash or file name.')
    .action(reader(find));
  program
    .command('show <id>')
    .description('Show a submission and what happened to it.')
    .option('-a, --account <name>', 'the account to ask (default: the one that the app shows)')
    .option('--offline', 'do not ask the service', false)
    .action(reader(show, 'ask'));
  program
    .command('get <id>')
    .description('Download a submission, and compare it with what was submitted.')
    .option('-a, --account <name>', 'the account to ask (default: the one that the app shows)')
    .option('-o, --output <folder>', 'where to save it', '.')
    .option('--passphrase-file <file>', 'a file with the passphrase of an encrypted file')
    .option('--identity-file <file>', 'a file with an age secret key')
    .action(
      engine('ask', (client, output, id: string, options: GetOptions) => get(client, output, id, options, cancel)),
    );
  program
    .command('verify <file> <receipt>')
    .description('Compare a file or a folder with its receipt. Needs no network.')
    .action(reader(verify));
  program
    .command('receipts [ids...]')
    .description('Save receipts; without ids, those of all files of the account.')
    .option('-a, --account <name>', 'the account (default: the one that the app shows)')
    .option('-o, --output <folder>', 'where to save them', '.')
    .action(reader(receipts));
  program
    .command('import <paths...>')
    .description('Import receipts and JSON exports of other computers, so that their names are found here.')
    .action(reader(importReceipts));
  program
    .command('balance')
    .description('Show what the account can spend.')
    .option('-a, --account <name>', 'the account (default: the one that the app shows)')
    .action(reader(balance, 'ask'));
  program
    .command('watch')
    .description('Show what a running Dropslip does, until Ctrl+C.')
    .action(engine('guest', (client, output) => watch(client, output, cancel)));
  program
    .command('serve')
    .description('Run Dropslip without a window, until Ctrl+C or SIGTERM.')
    .option('--webhook <url>', 'post the result of each file to this address, as JSON', webAddress)
    .action(
      engine('server', (client, output, options: { readonly webhook?: string }) =>
        serve(client, output, options, cancel),
      ),
    );

  const accounts = program.command('accounts').description('List, add, check and remove accounts.');
  accounts.command('list', { isDefault: true }).description('List the accounts.').action(reader(listAccounts));
  accounts
    .command('add <name>')
    .description('Add an account. Its key is read from DROPSLIP_API_KEY_FILE or DROPSLIP_ACCESS_TOKEN_FILE, or typed.')
    .requiredOption('--address <url>', 'the address of the service')
    .option('--submit-address <url>', 'the address for submissions by API key, if it is another one')
    .option('--pay-with <token>', 'pay with this token by access token, instead of by API key')
    .option('--node <url>', 'a node of the network behind the service')
    .option('--app-id <id>', 'the app id that is sent with each submission', wholeNumber)
    .action(reader(addAccount));
  accounts
    .command('check [name]')
    .description('Check the connection of an account. Charges nothing.')
    .action(reader(checkAccount, 'ask'));
  accounts
    .command('remove <name>')
    .description('Remove an account with its data and its keys.')
    .action(reader(removeAccount));

  const team = program.command('team').description('Share receipts, and pay only once, with other desks.');
  team
    .command('status', { isDefault: true })
    .description('Show the team of this desk.')
    .action(reader(showTeam, 'ask'));
  team
    .command('join <address>')
    .description('Join the team of a database. Its password is read from DROPSLIP_TEAM_PASSWORD_FILE, or typed.')
    .option('--desk <name>', 'the name of this desk (default: the name of this computer)', deskName)
    .action(reader(joinTeam, 'ask'));
  team
    .command('init [address]')
    .description('Create or update the tables of a database (default: that of DROPSLIP_TEAM, or of the team).')
    .action(reader(initTeam, 'ask'));
  team
    .command('alone')
    .description('Send without the team until its database answers again.')
    .action(reader(goAlone, 'ask'));
  team.command('leave').description('Leave the team.').action(reader(leaveTeam));

  program
    .command('completions')
    .description('Print a script that completes this command in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .action((shell: (typeof shells)[number]) => {
      process.stdout.write(completions(program, shell));
    });

  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    return report(error, output());
  }
  return exitCodes[exit];
}

function report(error: unknown, output: Output): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.done;
    // Commander has written its message for people already.
    if (output.isJson) output.write({ event: 'error', code: 'usage', message: error.message });
    return exitCodes.usage;
  }
  if (error instanceof CommandError) {
    output.error(error.code, error.message);
    return exitCodes[error.exit];
  }
  output.error('internal', `${failureMessage({ code: 'internal' })} ${error instanceof Error ? error.message : ''}`);
  return exitCodes.failed;
}

/** Aborts at the first Ctrl+C or SIGTERM. The second one ends the process at once. */
function cancelledBySignals(): AbortSignal {
  const cancel = new AbortController();
  const stop = (): void => {
    if (cancel.signal.aborted) process.exit(exitCodes.cancelled);
    cancel.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return cancel.signal;
}

function collected(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function wholeNumber(value: string): string {
  if (appIdInput.safeParse(value).success) return value;
  throw new InvalidArgumentError('It is a whole number.');
}

function deskName(value: string): string {
  if (deskInput.safeParse(value).success) return value;
  throw new InvalidArgumentError('It has 1 to 60 characters.');
}

function amount(value: string): string {
  if (/^\d{1,78}(?:\.\d{1,36})?$/.test(value)) return value;
  throw new InvalidArgumentError('Write an amount such as 0.5.');
}

function webAddress(value: string): string {
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new InvalidArgumentError('It is an address that begins with https:// or http://.');
}

function seconds(value: string): number {
  const read = Number(value);
  if (Number.isFinite(read) && read > 0) return read;
  throw new InvalidArgumentError('It is a number of seconds.');
}
