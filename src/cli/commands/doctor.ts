import type {Command} from 'commander';
import type {examineMachine} from '../../app/doctor/examine-machine.ts';
import type {examineSecurity} from '../../app/trust/examine-security.ts';
import {doctorDocument, doctorText, failuresIn} from '../../ui/text/doctor/doctor-text.ts';
import {securityText} from '../../ui/text/doctor/security-text.ts';
import {exitCodeOf, worstOf} from '../exit-code.ts';
import {backendRequest} from '../flags/globals.ts';
import {secondsFlag} from '../flags/seconds.ts';
import type {OpenSession} from '../session.ts';

const examineLazily: typeof examineMachine = async (request, deps) =>
  (await import('../../app/doctor/examine-machine.ts')).examineMachine(request, deps);

const securityLazily: typeof examineSecurity = async (request, deps) =>
  (await import('../../app/trust/examine-security.ts')).examineSecurity(request, deps);

type Flags = {readonly security?: boolean; readonly timeout: number};

/** Defines `gantry doctor`: checks what a run needs; with `--security`, lists what workspaces may do here. */
export const defineDoctor = (
  command: Command,
  open: OpenSession,
  run = examineLazily,
  runSecurity = securityLazily,
): Command =>
  command
    .option('--security', 'list the access that each known workspace has on this machine')
    .option(
      '--timeout <time>',
      'time limit for the cluster to answer, for example 30 (seconds) or 1m',
      secondsFlag('--timeout'),
      30,
    )
    .action(async ({security, timeout}: Flags) => {
      const session = await open();
      const {globals, deps} = session;
      if (security === true) {
        const found = await runSecurity(backendRequest(globals), deps);
        return session.print({document: found, text: (style) => securityText(found, style)});
      }
      const found = await run({...globals.stack, timeoutSeconds: timeout}, deps);
      return session.print({
        document: doctorDocument(found),
        text: (style) => doctorText(found, style),
        exitCode: worstOf(failuresIn(found).map(exitCodeOf)),
      });
    });
