import type {FailureCode} from '../core/failure/failure.ts';
import {DEFAULT_SANDBOX} from '../core/workspace/sandbox-name.ts';
import type {Words} from './failure-words.ts';

/** The texts of failures of a sandbox: its directory, and the process that uses it. */
export const SANDBOX_WORDS: Pick<Words, Extract<FailureCode, `sandbox/${string}`>> = {
  'sandbox/not-served': ({name}) => ({
    message: `The sandbox "${name}" runs only while a command uses it, and no command uses it now: the kubeconfig would point to a server that is not running.`,
    hint: `Keep it running with "gantry sandbox serve${name === DEFAULT_SANDBOX ? '' : ` ${name}`}" in another terminal. "gantry exec" does not need this.`,
  }),
  'sandbox/in-use': ({name, pid}) => ({
    message: `The sandbox "${name}" is in use by process ${pid}; nothing was changed.`,
    hint: 'Stop that process, or wait until it ends.',
  }),
  'sandbox/damaged': ({name, file, problem}) => ({
    message: `The sandbox "${name}" is damaged: ${file} ${problem}; nothing was changed.`,
    hint: `Restore its directory from a copy, or start with an empty sandbox: "gantry sandbox reset${name === DEFAULT_SANDBOX ? '' : ` ${name}`}".`,
  }),
  'sandbox/newer': ({name, directory, format, known}) => ({
    message: `The sandbox "${name}" (${directory}) was created by a newer version of Gantry: its format is ${format}, and this version supports up to ${known}; nothing was changed.`,
    hint: 'Use that version of Gantry, or a sandbox with another name.',
  }),
  'sandbox/unusable': ({name, directory, problem}) => ({
    message: `The sandbox "${name}" cannot be stored in ${directory}: ${problem}.`,
    hint: 'Make sure that you own that directory and that the disk has space, or set GANTRY_HOME to another one.',
  }),
  'sandbox/silent': ({name, pid}) => ({
    message: `The sandbox "${name}" is in use by ${pid === undefined ? 'another process' : `process ${pid}`}, which does not answer.`,
    hint: 'Stop that process, then repeat the command.',
  }),
};
