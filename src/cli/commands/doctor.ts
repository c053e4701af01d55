import type {Command} from 'commander';
import type {examineSecurity} from '../../app/trust/examine-security.ts';
import {securityText} from '../../ui/security-text.ts';
import {backendRequest} from '../flags/globals.ts';
import type {OpenSession} from '../session.ts';
import {usageError} from '../usage.ts';

const examineLazily: typeof examineSecurity = async (request, deps) =>
  (await import('../../app/trust/examine-security.ts')).examineSecurity(request, deps);

/** `gantry doctor --security`: what this checkout, this home and this backend may do here. */
export const defineDoctor = (command: Command, open: OpenSession, run = examineLazily): Command =>
  command
    .option('--security', 'what the workspaces that are known here may do on this machine')
    .action(async ({security}: {readonly security?: boolean}) => {
      if (security !== true) throw usageError('doctor looks at one thing as yet: say --security.');
      const session = await open();
      const found = await run(backendRequest(session.globals), session.deps);
      await session.print({document: found, text: (style) => securityText(found, style)});
    });
