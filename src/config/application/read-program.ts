import {basename} from 'node:path';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isList, isObject, type Json} from '../../core/json.ts';
import {moduleContext} from '../../core/module/module-context.ts';
import {locate} from '../../core/variation/located.ts';
import {defined} from '../../lib/defined.ts';
import type {OpenPrograms} from '../../ports/restricted-programs.ts';
import {programOrigin} from '../program/program-origin.ts';
import {readText} from '../read-text.ts';
import type {SourceEntry} from '../sources/source.ts';
import {untrustedCheckout} from '../untrusted/checkout.ts';
import {EXAMPLE, type ReadApplications, withoutKusionSpelling} from './read-layers.ts';

/** The facts that a program may read, and the function that opens it. Without it, the command runs no programs. */
export type ReadingProgram = Pick<SourceEntry, 'names' | 'workspace'> & {readonly open: OpenPrograms | undefined};

/** Runs a program that returns applications: in the restricted process, with the names of the stack and the context keys that it requests. */
export async function readProgram(path: string, reading: ReadingProgram): Promise<ReadApplications> {
  const {file, text, diagnostics} = readText(path);
  if (text === undefined) return {diagnostics};
  const origin = programOrigin(text, file);
  const problem = (code: string, message: string, hint?: string): ReadApplications => ({
    diagnostics: [{severity: 'error', code, message, at: origin.position([]), ...defined({hint})}],
  });
  if (untrustedCheckout() !== undefined)
    return problem(
      'app/untrusted',
      'untrusted mode runs no program of the checkout',
      'Use an application file in YAML.',
    );
  if (reading.open === undefined) return problem('app/program', 'this command runs no programs');
  const ran = await runProgram(path, reading, reading.open);
  if ('problems' in ran)
    return {diagnostics: ran.problems.flatMap((one) => problem('app/program', ...one).diagnostics)};
  if (!isObject(ran.value)) {
    const message = 'the program must return an object that maps names to applications';
    return problem('config/wrong-type', message, EXAMPLE);
  }
  return {node: withoutKusionSpelling(locate(ran.value, origin)), diagnostics: []};
}

type Ran = {readonly value: Json} | {readonly problems: readonly (readonly [message: string, hint?: string])[]};

async function runProgram(path: string, {names, workspace}: ReadingProgram, open: OpenPrograms): Promise<Ran> {
  const program = open([path]);
  const described = await program.call('describeApplications', path, null);
  if ('faults' in described) return failed(path, described.faults);
  const asked = isObject(described.value) ? (described.value['context'] ?? null) : null;
  if (!isList(asked) || !asked.every((key) => typeof key === 'string'))
    return failed(path, ['`context` must be a list of keys']);
  const {context, problems} = moduleContext(basename(path), asked, workspace?.context ?? {});
  if (problems.length > 0)
    return {problems: problems.map(({message, hint}) => (hint === undefined ? [message] : [message, hint]))};
  const result = await program.call('applications', path, {...names, workspace: workspace?.name ?? '', context});
  return 'faults' in result ? failed(path, result.faults) : result;
}

const failed = (path: string, faults: readonly string[]): Ran => ({
  problems: faults.map((fault) => [`${basename(path)}: ${fault}`]),
});

/** Reports a file of a workspace that is a program. */
export const programOverlay = (path: string): Diagnostic => ({
  severity: 'error',
  code: 'config/not-supported',
  message: `${basename(path)} is a program for one workspace, and such programs are not supported`,
  hint: 'Use a YAML file, or read `workspace` in the function of the application file.',
});
