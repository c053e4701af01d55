import type {Command} from 'commander';
import type {
  ExportedEnvironment,
  exportEnvironment,
  takeBackEnvironment,
} from '../../../app/programs/export-environment.ts';
import {exportLine, failureLine, SHELLS, type Shell, shellOf, unsetLine} from '../../../core/programs/shell-words.ts';
import {jsonText} from '../../../ui/json.ts';
import {backendRequest} from '../../flags/globals.ts';
import type {OpenSession, Session} from '../../session.ts';
import {usageError} from '../../usage.ts';
import {announce, refuseForms} from './refuse-forms.ts';

const exportLazily: typeof exportEnvironment = async (request, deps) =>
  (await import('../../../app/programs/export-environment.ts')).exportEnvironment(request, deps);
const takeBackLazily: typeof takeBackEnvironment = async (deps) =>
  (await import('../../../app/programs/export-environment.ts')).takeBackEnvironment(deps);

type Flags = {readonly shell?: string; readonly unset?: boolean; readonly reveal?: boolean};

/** Defines `gantry env`: prints the variables of a workspace for the calling shell: `eval "$(gantry env)"`. */
export const defineEnv = (
  command: Command,
  open: OpenSession,
  run = exportLazily,
  takeBack = takeBackLazily,
): Command =>
  command
    .option('--shell <name>', `print for this shell: ${SHELLS.join(', ')}; default: the shell in $SHELL`)
    .option('--unset', 'print commands that remove the variables from the shell, and delete the files of the variables')
    .option('--reveal', 'print secrets even on a terminal, where others can read them')
    .action(async ({shell: wanted, unset = false, reveal = false}: Flags) => {
      const session = await open();
      refuseForms(session, 'what "gantry env" prints is for a shell', ['human', 'json']);
      const shell = shellFor(wanted, session);
      const isSeen = session.onTerminal && !reveal;
      const request = {...backendRequest(session.globals), isSeen, onStart: announce(session)};
      const isForShell = session.globals.output === 'human';
      const asked = unset ? takeBack(session.deps) : run(request, session.deps);
      const exported = await asked.catch((error: unknown) => {
        if (isForShell && !session.onTerminal) session.hand(`${failureLine(shell)}\n`);
        throw error;
      });
      session.hand(isForShell ? linesFor(shell, exported) : jsonText(exported));
    });

function shellFor(wanted: string | undefined, {deps}: Session): Shell {
  if (wanted === undefined) return shellOf(deps.env['SHELL'] ?? '') ?? 'sh';
  const shell = shellOf(wanted);
  if (shell !== undefined) return shell;
  throw usageError(`--shell ${wanted}: unknown value.`, `Possible: ${SHELLS.join(', ')}.`);
}

const linesFor = (shell: Shell, {variables, unset}: ExportedEnvironment): string =>
  [
    ...unset.map((name) => unsetLine(shell, name)),
    ...Object.entries(variables).map(([name, value]) => exportLine(shell, name, value)),
  ]
    .map((line) => `${line}\n`)
    .join('');
