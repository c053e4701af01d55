import type {Command} from 'commander';
import type {logInTo} from '../../../app/identity/log-in.ts';
import {loggedInText, loginPromptText} from '../../../ui/text/identity/identity-text.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry login`. Tests pass their own. */
export type LogInCase = typeof logInTo;

const logInLazily: LogInCase = async (request, deps) =>
  (await import('../../../app/identity/log-in.ts')).logInTo(request, deps);

type Flags = {readonly device?: boolean; readonly browser?: boolean};

/** Defines `gantry login`: logs in to the workspace's issuer, for clusters that trust it. */
export const defineLogin = (command: Command, open: OpenSession, run: LogInCase = logInLazily): Command =>
  command
    .option('--device', 'log in by typing a code into a browser on any machine')
    .option('--no-browser', 'do not open a browser: print the address, to be opened in a browser on this machine')
    .action(async ({device, browser = true}: Flags) => {
      if (device === true && !browser) throw usageError('--device and --no-browser cannot be used together.');
      const session = await open();
      const way = device === true ? ({way: 'device'} as const) : browser ? {} : ({way: 'browser'} as const);
      const loggedIn = await run(
        {
          ...session.globals.stack,
          ...way,
          openBrowser: browser && device !== true,
          // Printed with -q, too: without the address nobody can log in.
          onPrompt: (prompt) => session.complain((style) => loginPromptText(prompt, style)),
        },
        session.deps,
      );
      await session.print({document: loggedIn, text: (style) => loggedInText(loggedIn, style)});
    });
