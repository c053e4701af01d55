import {basename} from 'node:path';
import type {Json} from '../../../core/json.ts';
import {scrubText} from '../../../core/secret/scrub-text.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {type Ran, runProgram} from '../../../lib/run-program.ts';
import type {NamedSecret, SecretReading, SecretStore} from '../../../ports/secret-store.ts';

/** The configuration of a secret store that runs a program. */
export type ExecConfig = {
  readonly kind: 'exec';
  readonly command: readonly string[];
  readonly directory?: string | undefined;
  readonly env: Readonly<Record<string, Secret>>;
  readonly timeoutSeconds: number;
};

/** The dependencies of the program of a secret store. */
export type ExecDeps = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** The maximum size of its output in bytes. Default: 1 MiB. */
  readonly maxBytes?: number;
};

/**
 * Opens a secret store that runs a program for each secret, without a shell. The program gets the name and the version as JSON on
 * stdin, and in GANTRY_SECRET_NAME and GANTRY_SECRET_VERSION. It prints JSON: a text, a map of values, or null if it has no such
 * secret.
 */
export function execStore(config: ExecConfig, deps: ExecDeps): SecretStore {
  const program = basename(config.command[0] ?? '');
  return {
    name: `exec (${program})`,
    first: 'property',
    fetch: async (secret) => {
      const env = environmentFor(secret, config, deps);
      const stdin = JSON.stringify({name: secret.name.join('/'), version: secret.version ?? null});
      const ran = await runProgram({
        ...config,
        env,
        stdin: {text: stdin},
        ownGroup: true,
        signal: deps.signal,
        maxBytes: deps.maxBytes ?? 1024 * 1024,
      });
      deps.signal?.throwIfAborted();
      return readingOf(ran, {program, config, what: nameOf(secret)});
    },
  };
}

function environmentFor({name, version}: NamedSecret, {env}: ExecConfig, deps: ExecDeps): NodeJS.ProcessEnv {
  const own = Object.entries(env).map(([variable, value]) => [variable, value.reveal()] as const);
  return {
    ...deps.env,
    ...Object.fromEntries(own),
    GANTRY_SECRET_NAME: name.join('/'),
    GANTRY_SECRET_VERSION: version ?? '',
  };
}

const nameOf = ({name, version}: NamedSecret): string =>
  `${version === undefined ? '' : `version ${version} of `}${name.join('/')}`;

type Asked = {readonly program: string; readonly config: ExecConfig; readonly what: string};

function readingOf(ran: Ran, {program, config, what}: Asked): SecretReading {
  const {timeoutSeconds} = config;
  switch (ran.kind) {
    case 'not-started':
      return {because: `the program ${program} ${ran.why.message}`, hint: 'Check `command` of the secret store.'};
    case 'too-late':
      return {
        because: `the program ${program} did not end within ${timeoutSeconds} s`,
        hint: 'Increase `timeoutSeconds`.',
        fault: 'unreachable',
      };
    case 'too-much':
      return {because: `the program ${program} prints more than the maximum size of a secret (1 MiB)`};
    case 'ended':
      break;
  }
  // Only the program knows whether its login, its connection or the secret is missing. For a missing secret it prints
  // null.
  if (ran.code !== 0)
    return {because: `the program ${program} ended with ${ran.code}${saidOf(ran, config)}`, fault: 'unreachable'};
  const value = parsed(ran.stdout);
  if (value === undefined) return {because: `the output of the program ${program} is not JSON`};
  if (value === null) return {because: `the program ${program} has no ${what}`, absent: true};
  return {value: new Secret(typeof value === 'object' ? JSON.stringify(value) : String(value))};
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Returns the end of its error output on one line, without the values that it got or printed. */
function saidOf({stdout, stderr}: Extract<Ran, {kind: 'ended'}>, {env}: ExecConfig): string {
  const printed = textsIn(parsed(stdout) ?? stdout.trim());
  const known = [...Object.values(env).map((value) => value.reveal()), ...printed];
  const line = scrubText(stderr, known)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return line === '' ? '' : `: ${line.length > 300 ? `…${line.slice(-300)}` : line}`;
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return value === null || typeof value === 'boolean' ? [] : [String(value)];
}
