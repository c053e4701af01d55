import {GantryError} from '../../../core/failure/failure.ts';
import {isList, type JsonObject} from '../../../core/json.ts';
import {shellLine} from '../../../core/trust/shell-line.ts';
import type {LocalSource} from '../../../core/workspace/kubeconfig-source.ts';
import {isSecretName, MASK, maskedText} from '../../../core/workspace/mask.ts';
import {isPlainVariable} from '../../../core/workspace/plain-variables.ts';
import {mayRun, TRUSTS_NOTHING, type Trust} from '../../../core/workspace/trust.ts';
import {type TrustWant, trustLine} from '../../../core/workspace/trust-line.ts';
import {defined} from '../../../lib/defined.ts';
import {isMetadataAddress} from '../../../lib/metadata-address.ts';
import type {ChosenContext} from './choose-context.ts';
import type {Entry} from './entry.ts';

/** Something that a kubeconfig uses on this machine, in words, and what would allow it. */
export type TrustRequest = {
  readonly words: string;
  readonly want: TrustWant;
  readonly exact?: JsonObject;
  /** The values of the variables of a program. */
  readonly variables?: readonly string[];
};

/**
 * Rejects a fetched kubeconfig that uses more than its workspace allows: it was written by others and might run a
 * program, read a file of this machine or skip the verification of its server. Nothing is dropped silently, because
 * another user, or none, would then log in. Always allowed are the address of a proxy, which sees nothing that TLS does
 * not protect, and impersonation, which the cluster itself permits or denies.
 * @throws GantryError 'context/untrusted' with everything that it uses
 */
export function refuseUntrusted(
  {workspace, field, from, trust = TRUSTS_NOTHING}: LocalSource,
  {cluster, user}: Pick<ChosenContext, 'cluster' | 'user'>,
): void {
  const fetched = from.kind === 'content' ? from.fetched : undefined;
  if (fetched === undefined) return;
  const never = metadataOf(cluster);
  if (never.length > 0)
    throw new GantryError({code: 'context/untrusted', workspace, field, from: fetched, wants: never});
  const requests = trustRequestsOf({cluster, user}, trust);
  const refused = requests.filter(({want}) => !isAllowed(want, trust));
  if (refused.length === 0) return;
  throw new GantryError({
    code: 'context/untrusted',
    workspace,
    field,
    from: fetched,
    // The error names the source already.
    wants: refused.map(({words}) => words.replace(` in ${fetched}`, '')),
    allow: trustLine(
      trust,
      refused.map(({want}) => want),
    ),
  });
}

/** Returns the addresses at which a cloud gives credentials to its machines. */
const metadataOf = (cluster: Entry): readonly string[] =>
  (['server', 'proxy-url'] as const)
    .filter((name) => isMetadataAddress(cluster.text(name) ?? ''))
    .map(
      (name) =>
        `its ${name} ${cluster.text(name)} is a metadata service, where a cloud gives credentials to its machines`,
    );

/** Returns everything that a chosen context would use on this machine. */
export const trustRequestsOf = (
  {cluster, user}: Pick<ChosenContext, 'cluster' | 'user'>,
  trust: Trust = TRUSTS_NOTHING,
): readonly TrustRequest[] => [...ofCluster(cluster), ...(user === undefined ? [] : ofUser(user, trust))];

function isAllowed(want: TrustWant, trust: Trust): boolean {
  if (want.kind === 'program') return mayRun(trust, want.command);
  return want.kind === 'any-program' ? trust.programs === 'all' : trust[want.kind];
}

function ofCluster(cluster: Entry): readonly TrustRequest[] {
  const insecure = (words: string, want: TrustWant): TrustRequest => ({words: `${cluster.name}: ${words}`, want});
  return [
    ...(cluster.flag('insecure-skip-tls-verify')
      ? [insecure('insecure-skip-tls-verify leaves the server unverified', {kind: 'insecureTls'})]
      : []),
    ...(/^http:/i.test(cluster.text('server') ?? '')
      ? [insecure('its server uses no TLS (http)', {kind: 'insecureTls', local: true})]
      : []),
    ...fileOf(cluster, 'certificate-authority'),
  ];
}

function ofUser(user: Entry, trust: Trust): readonly TrustRequest[] {
  const [exec, provider] = [user.object('exec'), user.object('auth-provider')];
  return [
    ...(exec === undefined ? [] : ofExec(exec, trust)),
    ...(provider === undefined ? [] : ofProvider(provider)),
    ...fileOf(user, 'client-certificate'),
    ...fileOf(user, 'client-key'),
    ...fileOf(user, 'tokenFile').map(({words, want}): TrustRequest => ({words, want: {...want, isSent: true}})),
  ];
}

function ofExec(exec: Entry, trust: Trust): readonly TrustRequest[] {
  const program = exec.text('command');
  if (program === undefined) return [];
  const {args, env} = exec.fields();
  const command = [program, ...(isList(args) ? args.map(String) : [])];
  const variables = exec
    .objects('env')
    .map((entry) => ({name: entry.text('name') ?? '', value: entry.text('value') ?? ''}));
  const others = variables.map(({name}) => name).filter((name) => !isPlainVariable(name));
  return [
    {
      words: `${exec.name}: it would run the program ${shellLine(command)}${withVariables(variables)}`,
      want: {kind: 'program', command},
      ...defined({exact: env === undefined || env === null ? undefined : {env}}),
      variables: variables.map(({value}) => value),
    },
    // A trusted name may be another program if PATH is changed, and AWS_CONFIG_FILE may name a program to run.
    ...(others.length === 0 || trust.programs === 'all'
      ? []
      : [
          {
            words: `${exec.name}: it would set ${others.join(', ')} for the program, which may decide what the program runs, and which server it contacts`,
            want: {kind: 'any-program'},
          } as const,
        ]),
  ];
}

type Variable = {readonly name: string; readonly value: string};

/** Formats the variables, so that the user who allows the program sees their values, except secrets. */
function withVariables(variables: readonly Variable[]): string {
  if (variables.length === 0) return '';
  const shown = variables.map(({name, value}) => `${name}=${isSecretName(name) ? MASK : maskedText(name, value)}`);
  return `, with ${shellLine(shown)}`;
}

/** Returns what the old auth-providers use: `oidc` may name a file, those of clouds a program. */
function ofProvider(provider: Entry): readonly TrustRequest[] {
  const config = provider.object('config');
  const program = config?.text('cmd-path');
  return [
    ...(config === undefined ? [] : fileOf(config, 'idp-certificate-authority')),
    ...(program === undefined
      ? []
      : [ofProgram(provider, [program, ...(config?.text('cmd-args') ?? '').split(' ').filter((word) => word !== '')])]),
  ];
}

const ofProgram = (entry: Entry, command: readonly string[]): TrustRequest => ({
  words: `${entry.name}: it would run the program ${shellLine(command)}`,
  want: {kind: 'program', command},
});

/** The fields whose data takes precedence over the path. A token file has no data, and for the CA of a provider the path wins. */
const DATA_FIRST: ReadonlySet<string> = new Set(['certificate-authority', 'client-certificate', 'client-key']);

type FileRequest = TrustRequest & {readonly want: {readonly kind: 'localFiles'}};

/** Returns the file that a field names, if it would be read. */
function fileOf(entry: Entry, field: string): readonly FileRequest[] {
  const path = entry.text(field);
  if (path === undefined || (DATA_FIRST.has(field) && entry.text(`${field}-data`) !== undefined)) return [];
  return [
    {
      words: `${entry.name}: ${field} names the file ${path} on this machine`,
      want: {kind: 'localFiles', path: entry.path(field) ?? path},
    },
  ];
}
