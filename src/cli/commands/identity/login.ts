import type {Command} from 'commander';
import type {logInTo} from '../../../app/identity/log-in.ts';
import {loggedInText, loginPromptText} from '../../../ui/text/identity/identity-text.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry login`; a test passes its own. */
export type LogInCase = typeof logInTo;

const logInLazily: LogInCase = async (request, deps) =>
  (await import('../../../app/identity/log-in.ts')).logInTo(request, deps);

type Flags = {readonly device?: boolean; readonly browser?: boolean};

/** `gantry login`: who the user is, for clusters that trust the workspace's issuer. */
export const defineLogin = (command: Command, open: OpenSession, run: LogInCase = logInLazily): Command =>
  command
    .option('--device', 'type a code into a browser anywhere, instead of a login that comes back to this machine')
    .option('--no-browser', 'only show the address; a browser of this machine opens it by your hand')
    .action(async ({device, browser = true}: Flags) => {
      if (device === true && !browser) throw usageError('--device and --no-browser exclude each other.');
      const session = await open();
      const way = device === true ? ({way: 'device'} as const) : browser ? {} : ({way: 'browser'} as const);
      const loggedIn = await run(
        {
          ...session.globals.stack,
          ...way,
          openBrowser: browser && device !== true,
          // With -q, too: without the address there is no login.
          onPrompt: (prompt) => {
            session.complain((style) => loginPromptText(prompt, style));
            session.wait('Waiting for the login in the browser');
          },
        },
        session.deps,
      );
      await session.print({document: loggedIn, text: (style) => loggedInText(loggedIn, style)});
    });
