import type {Trust} from './trust.ts';

/** What of this machine a kubeconfig or a store wants to use. */
export type Want =
  | {readonly kind: 'program'; readonly program: string}
  /** Everything that a program could be made to do. */
  | {readonly kind: 'any-program'}
  | {readonly kind: 'localFiles'}
  | {readonly kind: 'insecureTls'};

/** The line for a workspace's file that allows this besides what it allows already: `trust: {programs: [aws]}`. */
export function trustLine(trust: Trust, wants: readonly Want[]): string {
  const has = (kind: Want['kind']): boolean => wants.some((want) => want.kind === kind);
  const named = wants.flatMap((want) => (want.kind === 'program' ? [want.program] : []));
  const programs = trust.programs === 'all' || has('any-program') ? 'all' : [...new Set([...trust.programs, ...named])];
  const parts = [
    ...(programs.length === 0
      ? []
      : [`programs: ${programs === 'all' ? 'all' : `[${programs.map(quoted).join(', ')}]`}`]),
    ...(trust.localFiles || has('localFiles') ? ['localFiles: true'] : []),
    ...(trust.insecureTls || has('insecureTls') ? ['insecureTls: true'] : []),
  ];
  return `trust: {${parts.join(', ')}}`;
}

/** As YAML takes it in a list. */
const quoted = (name: string): string =>
  /^[A-Za-z/][\w./+-]*$/.test(name) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(name)
    ? name
    : JSON.stringify(name);
