import {logsIn} from './logs-in.ts';
import type {Trust} from './trust.ts';

/** What of this machine a kubeconfig or a store wants to use. */
export type TrustWant =
  | {readonly kind: 'program'; readonly command: readonly string[]}
  /** Everything that a program could be made to do. */
  | {readonly kind: 'any-program'}
  /** `isSent`: the server gets what is in it. */
  | {readonly kind: 'localFiles'; readonly path: string; readonly isSent?: true}
  /** `local`: its server has no TLS, and is this machine. */
  | {readonly kind: 'insecureTls'; readonly local?: true};

/** The line for a workspace's file that allows this besides what it allows already: `trust: {programs: [aws]}`. */
export function trustLine(trust: Trust, wants: readonly TrustWant[]): string {
  const has = (kind: TrustWant['kind']): boolean => wants.some((want) => want.kind === kind);
  const named = wants.flatMap((want) => (want.kind === 'program' ? [wanted(want.command)] : []));
  const programs =
    trust.programs === 'all' || has('any-program') ? 'all' : [...new Set([...trust.programs.map(written), ...named])];
  const parts = [
    ...(programs.length === 0 ? [] : [`programs: ${programs === 'all' ? 'all' : `[${programs.join(', ')}]`}`]),
    ...(trust.localFiles || has('localFiles') ? ['localFiles: true'] : []),
    ...(trust.insecureTls || has('insecureTls') ? ['insecureTls: true'] : []),
  ];
  return `trust: {${parts.join(', ')}}`;
}

/** A program that only logs in, or is given nothing, by its name; any other with all of its arguments. */
const wanted = (command: readonly string[]): string =>
  written(command.length === 1 || logsIn(command) ? (command[0] ?? '') : command);

const written = (program: string | readonly string[]): string =>
  typeof program === 'string' ? quoted(program) : `[${program.map(quoted).join(', ')}]`;

/** As YAML takes it in a list. */
const quoted = (name: string): string =>
  /^[A-Za-z/][\w./+-]*$/.test(name) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(name)
    ? name
    : JSON.stringify(name);
