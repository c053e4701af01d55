import type {FailureCode} from '../core/failure/failure.ts';
import {DEFAULT_SANDBOX} from '../core/workspace/sandbox-name.ts';
import type {Words} from './failure-words.ts';

/** The embedded cluster: its directory, and the process that has it. */
export const SANDBOX_WORDS: Pick<Words, Extract<FailureCode, `sandbox/${string}`>> = {
  'sandbox/not-served': ({name}) => ({
    message: `The sandbox "${name}" is up only while a command uses it, and none does: what is asked for would lead nowhere.`,
    hint: `Keep it up with "gantry sandbox serve${name === DEFAULT_SANDBOX ? '' : ` ${name}`}" in another terminal; "gantry exec" needs nothing.`,
  }),
  'sandbox/in-use': ({name, pid}) => ({
    message: `The sandbox "${name}" is in use by process ${pid}; nothing was changed.`,
    hint: 'End that process first, or wait until it has ended.',
  }),
  'sandbox/damaged': ({name, file, problem}) => ({
    message: `The sandbox "${name}" is damaged: ${file} ${problem}; nothing was changed.`,
    hint: `Put back a copy of its directory, or begin anew with "gantry sandbox reset${name === DEFAULT_SANDBOX ? '' : ` ${name}`}".`,
  }),
  'sandbox/newer': ({name, directory, format, known}) => ({
    message: `The sandbox "${name}" (${directory}) was made by a newer Gantry: its format is ${format}, this one knows up to ${known}; nothing was changed.`,
    hint: 'Use that version, or a sandbox of another name.',
  }),
  'sandbox/unusable': ({name, directory, problem}) => ({
    message: `The sandbox "${name}" cannot be kept in ${directory}: ${problem}.`,
    hint: 'Make that directory usable, or name another one with GANTRY_HOME.',
  }),
  'sandbox/silent': ({name, pid}) => ({
    message: `The sandbox "${name}" is in use by ${pid === undefined ? 'another process' : `process ${pid}`}, which does not answer.`,
    hint: 'End that process, and repeat the command.',
  }),
};
