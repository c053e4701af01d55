import type {Command} from 'commander';
import type {runCommand} from '../../../app/programs/run-command.ts';
import {backendRequest} from '../../flags/globals.ts';
import type {OpenSession} from '../../session.ts';
import {announce, refuseForms} from './for-programs.ts';

const runLazily: typeof runCommand = async (request, deps) =>
  (await import('../../../app/programs/run-command.ts')).runCommand(request, deps);

const EXAMPLES = `
Examples:
  gantry exec -w prod -- kubectl get pods -n shop
  gantry exec -w prod -- helm list --all-namespaces
  gantry exec -w prod -- k9s
  gantry exec -w prod -- terraform plan
  gantry exec -w prod -- sh -c 'kubectl get nodes -o json | jq .items[].metadata.name'

The command finds the cluster in KUBECONFIG, a file that goes with it. Its exit code is passed through;
127: there is no such command, 126: it may not be run, 128+N: signal N ended it.`;

/** `gantry exec -- CMD…`: its streams are the command's; not a byte on stdout is ours. */
export const defineExec = (command: Command, open: OpenSession, run = runLazily): Command =>
  command
    .argument('<command...>', 'a program and its arguments; from it on no flag is one of Gantry')
    .addHelpText('after', EXAMPLES)
    .action(async ([first = '', ...args]: readonly string[]) => {
      const session = await open();
      refuseForms(session, 'the output of "gantry exec" is that of its command');
      const request = {...backendRequest(session.globals), command: [first, ...args] as const};
      session.end(await run({...request, command: [first, ...args], onStart: announce(session)}, session.deps));
    });
