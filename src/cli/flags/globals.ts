import {resolve} from 'node:path';
import type {BackendRequest} from '../../app/backend/choose-backend.ts';
import type {StackRequest} from '../../app/plan/release-requests.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {ColorChoice} from '../../ui/paint.ts';
import {usageError} from '../usage.ts';
import {type Report, readReports} from './report-flag.ts';
import {secondsFlag} from './seconds.ts';

/** The values of `-o`. */
export const OUTPUTS = ['human', 'json', 'yaml', 'jsonl', 'markdown'] as const;
/** A value of `-o`. */
export type Output = (typeof OUTPUTS)[number];
/** The values of `--color`. */
export const COLORS = ['auto', 'always', 'never'] as const satisfies readonly ColorChoice[];

/** The global flags, validated. */
export type Globals = {
  /** The stack and the workspace, as the use cases take them. If several stacks or several workspaces are given, that value is absent. */
  readonly stack: StackRequest;
  /** All values of `-s`, without duplicates. */
  readonly stacks: readonly string[];
  /** All values of `-w`, without duplicates. */
  readonly workspaces: readonly string[];
  readonly backend?: string | undefined;
  readonly insecure: boolean;
  /** `--untrusted`: the checkout may have been changed by a stranger. */
  readonly untrusted: boolean;
  /** `--base`: the commit that untrusted mode trusts. */
  readonly base?: string | undefined;
  readonly lockTimeoutSeconds: number;
  /** `--approval`: the file of a signed approval. */
  readonly approval?: string | undefined;
  /** `--outside-windows`: the reason for a change outside of the change windows. */
  readonly outsideWindows?: string | undefined;
  /** `--sign`: the key that signs the releases of the run. */
  readonly sign?: string | undefined;
  readonly output: Output;
  readonly reports: readonly Report[];
  /** `--profile`: the file that gets a trace of the run. */
  readonly profile?: string | undefined;
  readonly color: ColorChoice;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly yes: boolean;
};

/** Returns the backend that the flags select. */
export const backendRequest = ({stack, backend, insecure}: Globals): BackendRequest => ({
  ...stack,
  backend,
  insecure,
});

/** The global flags as commander returns them. */
export type RawGlobals = {
  readonly C?: string;
  readonly stack?: readonly string[] | undefined;
  readonly workspace?: readonly string[] | undefined;
  readonly backend?: string;
  readonly insecure?: boolean;
  readonly untrusted?: boolean;
  readonly base?: string;
  readonly lockTimeout?: string;
  readonly approval?: string;
  readonly outsideWindows?: string;
  readonly sign?: string;
  readonly output?: string;
  readonly report?: readonly string[];
  readonly profile?: string;
  readonly color?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly yes?: boolean;
};

const DEFAULT_LOCK_TIMEOUT_SECONDS = 60;

/** Validates the global flags. @throws GantryError `input/usage` for an invalid value. */
export function readGlobals(raw: RawGlobals, cwd: string): Globals {
  const stacks = [...new Set(raw.stack)];
  const workspaces = [...new Set(raw.workspace)];
  const directory = raw.C === undefined ? cwd : resolve(cwd, raw.C);
  return {
    stacks,
    workspaces,
    stack: defined({
      directory: raw.C === undefined ? undefined : resolve(cwd, raw.C),
      stack: onlyOf(stacks),
      workspace: onlyOf(workspaces),
    }),
    backend: raw.backend,
    insecure: raw.insecure ?? false,
    ...readUntrusted(raw),
    lockTimeoutSeconds:
      raw.lockTimeout === undefined ? DEFAULT_LOCK_TIMEOUT_SECONDS : secondsFlag('--lock-timeout')(raw.lockTimeout),
    approval: raw.approval === undefined ? undefined : resolve(directory, raw.approval),
    outsideWindows: readReason(raw.outsideWindows),
    sign: raw.sign,
    output: raw.output === undefined ? 'human' : oneOf('-o', raw.output, OUTPUTS),
    reports: readReports(raw.report ?? [], directory),
    profile: raw.profile === undefined ? undefined : resolve(directory, raw.profile),
    color: raw.color === undefined ? 'auto' : oneOf('--color', raw.color, COLORS),
    quiet: raw.quiet ?? false,
    verbose: raw.verbose ?? false,
    yes: raw.yes ?? false,
  };
}

function readReason(reason: string | undefined): string | undefined {
  if (reason === undefined || reason.trim() !== '') return reason;
  throw usageError('--outside-windows needs a reason.', "For example --outside-windows 'incident 4711'.");
}

/** Returns the value of a list with one value. */
const onlyOf = (values: readonly string[]): string | undefined => (values.length === 1 ? values[0] : undefined);

const readUntrusted = ({untrusted = false, base}: RawGlobals): Pick<Globals, 'untrusted' | 'base'> => ({
  untrusted,
  base,
});

function oneOf<T extends string>(flag: string, value: string, known: readonly T[]): T {
  const found = known.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  const listed = `Possible: ${known.join(', ')}.`;
  const near = didYouMean(value, known);
  throw usageError(`${flag} ${value}: unknown value.`, near === undefined ? listed : `Did you mean ${near}? ${listed}`);
}

/** Returns the output format without parsing the whole command line, because errors of the parsing use it too. */
export function outputIn(argv: readonly string[]): Output {
  const end = argv.indexOf('--');
  const typed = end < 0 ? argv : argv.slice(0, end);
  const value = typed.flatMap((word, i) => {
    if (word === '-o' || word === '--output') return [typed[i + 1]];
    return word.startsWith('--output=')
      ? [word.slice('--output='.length)]
      : /^-o[^=]/.test(word)
        ? [word.slice(2)]
        : [];
  });
  return OUTPUTS.find((format) => format === value.at(-1)) ?? 'human';
}

/** Returns the directory of `-C` without parsing the whole command line. */
export function directoryIn(argv: readonly string[], cwd: string): string {
  const end = argv.indexOf('--');
  const at = (end < 0 ? argv : argv.slice(0, end)).findIndex((word) => word.startsWith('-C'));
  // `-Cdir` is `-C dir`.
  const value = argv[at]?.slice(2) || argv[at + 1];
  return at < 0 || value === undefined ? cwd : resolve(cwd, value);
}
