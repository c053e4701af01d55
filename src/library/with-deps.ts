import {resolve} from 'node:path';
import type {Deps} from '../app/deps.ts';
import {isError} from '../core/diagnostic/diagnostic.ts';
import type {Event} from '../core/event.ts';
import {type Failure, GantryError} from '../core/failure/failure.ts';
import {ownEnvironment} from '../core/programs/own-environment.ts';
import {createRedactor, redactIn} from '../core/secret/redactor.ts';
import {defined} from '../lib/defined.ts';
import {buildDeps} from '../main.ts';
import {detailsOf, diagnosticsOf} from '../ui/error-text.ts';
import {failureText} from '../ui/failure-text.ts';
import {checkOptions} from './check-options.ts';
import type {ApplyOptions, OneStack, OpenWorkspace} from './requests.ts';

type WithDeps = {
  readonly place: OpenWorkspace;
  /** The name of the command that does the same. */
  readonly name: string;
  readonly options: OneStack & Pick<ApplyOptions, 'approval' | 'sign'>;
  readonly onEvent: (event: Event) => void;
};

/** Opens the dependencies of one run, and ends all that they have started. Errors of Gantry get their text. */
export async function withDeps<T>(
  {place, name, options, onEvent}: WithDeps,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  try {
    checkOptions({...place, ...options});
  } catch (error) {
    throw explained(error, NOTHING_KNOWN);
  }
  const {directory, backend, env = process.env} = place;
  const {stack, signal, approval, sign} = options;
  if (!['', '0', 'false'].includes((env['GANTRY_UNTRUSTED'] ?? '').toLowerCase()))
    throw explained(new GantryError(UNTRUSTED), NOTHING_KNOWN);
  const signals = [place.signal, signal].filter((one) => one !== undefined);
  await using deps = buildDeps(
    {env: ownEnvironment(env), cwd: resolve('.')},
    {
      onEvent,
      signal: AbortSignal.any(signals),
      interactive: false,
      command: `gantry ${name}`,
      about: defined({directory, stack, backend}),
      guard: defined({approval, sign}),
    },
  );
  try {
    return await work(deps);
  } catch (error) {
    throw explained(error, deps);
  }
}

const UNTRUSTED: Failure = {
  code: 'untrusted/refused',
  problem: 'the library trusts the files of the checkout',
  hint: 'Use "gantry preview" in this job, or run the program in a job without GANTRY_UNTRUSTED.',
};

const NOTHING_KNOWN = {redactor: createRedactor(), signal: new AbortController().signal};

/** Returns the error with its text, without the secrets of the run. An abort becomes the failure `cancelled`. */
function explained(error: unknown, {redactor, signal}: Pick<Deps, 'redactor' | 'signal'>): unknown {
  const known = signal.aborted && !(error instanceof GantryError) ? cancelled(signal) : error;
  if (!(known instanceof GantryError)) return known;
  const failure = redactIn(known.failure, redactor.redact);
  const said = new GantryError(failure, {cause: known.cause});
  const lines = [failureText(failure).message, ...problemsOf(failure), ...detailsOf(failure)];
  // The text of a single problem is the message itself.
  said.message = [...new Set(lines)].join('\n');
  return said;
}

const problemsOf = (failure: Failure): readonly string[] =>
  diagnosticsOf(failure)
    .filter(isError)
    .map(({at, message}) => (at === undefined ? message : `${at.file}:${at.line}:${at.column}: ${message}`));

const cancelled = ({reason}: AbortSignal): GantryError =>
  new GantryError({code: 'cancelled', signal: reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'});
