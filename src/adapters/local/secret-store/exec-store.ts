import {basename} from 'node:path';
import type {Json} from '../../../core/json.ts';
import {scrubText} from '../../../core/secret/scrub-text.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {type Ran, runProgram} from '../../../lib/run-program.ts';
import type {NamedSecret, SecretReading, SecretStore} from '../../../ports/secret-store.ts';

/** A workspace's secret store that asks a program. */
export type ExecConfig = {
  readonly kind: 'exec';
  readonly command: readonly string[];
  readonly directory?: string | undefined;
  readonly env: Readonly<Record<string, Secret>>;
  readonly timeoutSeconds: number;
};

/** What the program of a secret store gets. */
export type ExecDoors = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** Of what it prints. Default: 1 MiB. */
  readonly maxBytes?: number;
};

/**
 * A program that is asked for one secret at a time, without a shell. It is told the name and the version on stdin as JSON, and in
 * GANTRY_SECRET_NAME and GANTRY_SECRET_VERSION; it prints JSON: the text, or a map of values, or null where it has none.
 */
export function execStore(config: ExecConfig, doors: ExecDoors): SecretStore {
  const program = basename(config.command[0] ?? '');
  return {
    name: `exec (${program})`,
    first: 'property',
    fetch: async (secret) => {
      const env = environmentFor(secret, config, doors);
      const stdin = JSON.stringify({name: secret.name.join('/'), version: secret.version ?? null});
      const ran = await runProgram({
        ...config,
        env,
        stdin: {text: stdin},
        ownGroup: true,
        signal: doors.signal,
        maxBytes: doors.maxBytes ?? 1024 * 1024,
      });
      doors.signal?.throwIfAborted();
      return readingOf(ran, {program, config, what: nameOf(secret)});
    },
  };
}

function environmentFor({name, version}: NamedSecret, {env}: ExecConfig, doors: ExecDoors): NodeJS.ProcessEnv {
  const own = Object.entries(env).map(([variable, value]) => [variable, value.reveal()] as const);
  return {
    ...doors.env,
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
        hint: 'See `timeoutSeconds`.',
        fault: 'unreachable',
      };
    case 'too-much':
      return {because: `the program ${program} prints more than a secret can have (1 MiB)`};
    case 'ended':
      break;
  }
  // Whether it has no login, no way or no such secret, it alone knows: for the last it has a word, null.
  if (ran.code !== 0)
    return {because: `the program ${program} ended with ${ran.code}${saidOf(ran, config)}`, fault: 'unreachable'};
  const value = parsed(ran.stdout);
  if (value === undefined) return {because: `what the program ${program} prints is not JSON`};
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

/** The end of what it complained about, on one line, without what it was given and without what it printed. */
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
