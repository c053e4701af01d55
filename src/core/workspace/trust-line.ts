import {logsIn} from './logs-in.ts';
import type {Trust} from './trust.ts';

/** A resource of this machine that a kubeconfig or a secret store wants to use. */
export type TrustWant =
  | {readonly kind: 'program'; readonly command: readonly string[]}
  /** Any program. */
  | {readonly kind: 'any-program'}
  /** A local file. `isSent`: its content is sent to the server. */
  | {readonly kind: 'localFiles'; readonly path: string; readonly isSent?: true}
  /** An unverified server. `local`: the server is this machine and has no TLS. */
  | {readonly kind: 'insecureTls'; readonly local?: true};

/** Returns the line for a workspace file that allows these wants in addition: `trust: {programs: [aws]}`. */
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

/** Returns a program for the list: only its name if it logs in or has no arguments, else all of its arguments. */
const wanted = (command: readonly string[]): string =>
  written(command.length === 1 || logsIn(command) ? (command[0] ?? '') : command);

const written = (program: string | readonly string[]): string =>
  typeof program === 'string' ? quoted(program) : `[${program.map(quoted).join(', ')}]`;

/** Quotes a name for a YAML list. */
const quoted = (name: string): string =>
  /^[A-Za-z/][\w./+-]*$/.test(name) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(name)
    ? name
    : JSON.stringify(name);
