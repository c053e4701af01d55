import {GantryError} from '../../../core/failure/failure.ts';
import {isList, type JsonObject} from '../../../core/json.ts';
import {shellLine} from '../../../core/trust/shell-line.ts';
import type {LocalSource} from '../../../core/workspace/kubeconfig-source.ts';
import {isSecretName, MASK, maskedText} from '../../../core/workspace/mask.ts';
import {isPlainVariable} from '../../../core/workspace/plain-variables.ts';
import {mayRun, TRUSTS_NOTHING, type Trust} from '../../../core/workspace/trust.ts';
import {type TrustWant, trustLine} from '../../../core/workspace/trust-line.ts';
import {isMetadataAddress} from '../../../lib/metadata-address.ts';
import type {ChosenContext} from './choose-context.ts';
import type {Entry} from './entry.ts';

/** What it wants, in words, and what would allow it. */
export type Wish = {
  readonly words: string;
  readonly want: TrustWant;
  readonly exact?: JsonObject;
  /** Values of the variables of a program. */
  readonly variables?: readonly string[];
};

/**
 * A kubeconfig that was fetched says what others wrote: where it would run a program, read a file of this machine or leave its
 * server unverified, the workspace must allow it. Nothing is dropped in silence: then another user would log in, or none.
 * Left to it are the address of a proxy, which sees nothing that the cluster's certificate does not protect, and whom to
 * impersonate, which the cluster itself decides.
 * @throws GantryError 'context/untrusted' with all that it wants
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
  const wishes = wishesOf({cluster, user}, trust);
  const refused = wishes.filter(({want}) => !isAllowed(want, trust));
  if (refused.length === 0) return;
  throw new GantryError({
    code: 'context/untrusted',
    workspace,
    field,
    from: fetched,
    // Where it came from is said already.
    wants: refused.map(({words}) => words.replace(` in ${fetched}`, '')),
    allow: trustLine(
      trust,
      refused.map(({want}) => want),
    ),
  });
}

/** Where a cloud gives credentials to its machines. */
const metadataOf = (cluster: Entry): readonly string[] =>
  (['server', 'proxy-url'] as const)
    .filter((name) => isMetadataAddress(cluster.text(name) ?? ''))
    .map(
      (name) =>
        `its ${name} ${cluster.text(name)} is a metadata service, where a cloud gives credentials to its machines`,
    );

/** All that a chosen context would use of this machine. */
export const wishesOf = (
  {cluster, user}: Pick<ChosenContext, 'cluster' | 'user'>,
  trust: Trust = TRUSTS_NOTHING,
): readonly Wish[] => [...ofCluster(cluster), ...(user === undefined ? [] : ofUser(user, trust))];

function isAllowed(want: TrustWant, trust: Trust): boolean {
  if (want.kind === 'program') return mayRun(trust, want.command);
  return want.kind === 'any-program' ? trust.programs === 'all' : trust[want.kind];
}

function ofCluster(cluster: Entry): readonly Wish[] {
  const insecure = (words: string, want: TrustWant): Wish => ({words: `${cluster.name}: ${words}`, want});
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

function ofUser(user: Entry, trust: Trust): readonly Wish[] {
  const [exec, provider] = [user.object('exec'), user.object('auth-provider')];
  return [
    ...(exec === undefined ? [] : ofExec(exec, trust)),
    ...(provider === undefined ? [] : ofProvider(provider)),
    ...fileOf(user, 'client-certificate'),
    ...fileOf(user, 'client-key'),
    ...fileOf(user, 'tokenFile').map(({words, want}): Wish => ({words, want: {...want, isSent: true}})),
  ];
}

function ofExec(exec: Entry, trust: Trust): readonly Wish[] {
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
      ...(env === undefined || env === null ? {} : {exact: {env}}),
      variables: variables.map(({value}) => value),
    },
    // A trusted name is no longer the trusted program where PATH says what it means, or AWS_CONFIG_FILE what it runs.
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

/** Whoever allows it sees what a variable says, but for what is taken for a secret. */
function withVariables(variables: readonly Variable[]): string {
  if (variables.length === 0) return '';
  const shown = variables.map(({name, value}) => `${name}=${isSecretName(name) ? MASK : maskedText(name, value)}`);
  return `, with ${shellLine(shown)}`;
}

/** The providers of old: `oidc` may name a file, those of clouds a program. */
function ofProvider(provider: Entry): readonly Wish[] {
  const config = provider.object('config');
  const program = config?.text('cmd-path');
  return [
    ...(config === undefined ? [] : fileOf(config, 'idp-certificate-authority')),
    ...(program === undefined
      ? []
      : [ofProgram(provider, [program, ...(config?.text('cmd-args') ?? '').split(' ').filter((word) => word !== '')])]),
  ];
}

const ofProgram = (entry: Entry, command: readonly string[]): Wish => ({
  words: `${entry.name}: it would run the program ${shellLine(command)}`,
  want: {kind: 'program', command},
});

/** Where data beside a path goes before it. Of a token file there is no data, and that of a provider's authority comes second. */
const DATA_FIRST: ReadonlySet<string> = new Set(['certificate-authority', 'client-certificate', 'client-key']);

type FileWish = Wish & {readonly want: {readonly kind: 'localFiles'}};

/** Only what would be read. */
function fileOf(entry: Entry, field: string): readonly FileWish[] {
  const path = entry.text(field);
  if (path === undefined || (DATA_FIRST.has(field) && entry.text(`${field}-data`) !== undefined)) return [];
  return [
    {
      words: `${entry.name}: ${field} names the file ${path} on this machine`,
      want: {kind: 'localFiles', path: entry.path(field) ?? path},
    },
  ];
}
