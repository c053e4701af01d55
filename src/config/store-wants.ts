import {shellLine} from '../core/trust/shell-line.ts';
import {sha256, type Want} from '../core/trust/want.ts';
import {isSecretReference} from '../core/workspace/mask.ts';
import {canonicalJson} from '../lib/canonical-json.ts';
import {isMetadataAddress} from '../lib/metadata-address.ts';
import type {FileOf} from './named-file.ts';
import {digestsOf} from './script-digests.ts';
import type {SecretStore} from './secret-store.ts';

type Provider = NonNullable<SecretStore>['provider'];

type Kind = 'env' | 'file' | 'sops' | 'vault' | 'aws' | 'azure' | 'gcp' | 'alicloud' | 'kubernetes' | 'exec';
type Declared<K extends Kind> = NonNullable<Provider[K]>;
type WantsOfKind<K extends Kind> = (declared: Declared<K>, of: string, file: FileOf) => readonly Want[];

/**
 * What a store of secrets wants of this machine. Whoever may name a store chooses which secrets of the user are read, and with them
 * what a cluster is sent; only files of the project itself are free.
 * @param of for people: `the secret store db`
 */
export function storeWants(provider: Provider, of: string, file: FileOf): readonly Want[] {
  const wants = KINDS.flatMap((kind) => wantsOfKind(kind, provider[kind], of, file));
  return wants.flatMap((want) => [want, ...metadataWant(want, addressesOf(provider))]);
}

const wantsOfKind = <K extends Kind>(kind: K, declared: Provider[K], of: string, file: FileOf): readonly Want[] =>
  declared === undefined || declared === null ? [] : WANTS[kind](declared, of, file);

const WANTS: {readonly [K in Kind]: WantsOfKind<K>} = {
  env: ({prefix}, of) => {
    const which = prefix ? `variables of the environment that begin with ${prefix}` : 'any variable of the environment';
    return [{ability: 'variable', text: `${of} reads ${which}`}];
  },
  file: ({path}, of, file) => fileWants(path, `${of} reads`, file),
  sops: ({path, keyFile}, of, file) => [
    ...fileWants(path, `${of} reads`, file),
    {ability: 'file', text: `${of} opens it with ${keyFile ? `the keys in ${keyFile}` : 'your keys of age'}`},
  ],
  vault: vaultWants,
  aws: ({endpoint, region, profile}, of) => [
    asks(of, endpoint ?? `AWS${inPlace(region)}`, `your AWS credentials${profile ? ` (profile ${profile})` : ''}`),
  ],
  azure: ({vaultUrl, tenantId}, of) => [
    asks(of, vaultUrl, `your Azure credentials${tenantId ? ` of ${tenantId}` : ''}`),
  ],
  gcp: ({endpoint, project}, of) => [
    asks(of, `${endpoint ?? 'Google Cloud'} (project ${project})`, 'your Google credentials'),
  ],
  alicloud: ({endpoint, region}, of) => [
    asks(of, endpoint ?? `Alibaba Cloud${inPlace(region)}`, 'your Alibaba Cloud credentials'),
  ],
  kubernetes: ({workspace, namespace}, of) => {
    const where = workspace ? `the cluster of the workspace ${workspace}` : 'the cluster';
    return [asks(of, `${where} for Secrets of ${namespace}`, 'your login there')];
  },
  exec: (declared, of, file) => [execWant(declared, of, file)],
};
const KINDS = Object.keys(WANTS) as readonly Kind[];

const inPlace = (region: string | null | undefined): string => (region ? ` in ${region}` : '');

function asks(of: string, server: string, credential: string): Want {
  return {ability: 'server', text: `${of} asks ${server}, with ${credential}`};
}

function fileWants(path: string, does: string, file: FileOf): readonly Want[] {
  return file(path).isInProject ? [] : [{ability: 'file', text: `${does} ${path}`}];
}

function vaultWants(vault: NonNullable<Provider['vault']>, of: string, file: FileOf): readonly Want[] {
  const {server, auth, namespace, caFile} = vault;
  const {token, appRole, kubernetes, jwt} = auth ?? {};
  const tokenFile = jwt?.tokenFile ?? kubernetes?.tokenFile;
  const credential = token
    ? `the token ${token}`
    : appRole
      ? `the role ${appRole.roleId} and its secret ${appRole.secretId}`
      : kubernetes
        ? `the token of the pod, as ${kubernetes.role}`
        : jwt
          ? `a token${jwt.token ? ` ${jwt.token}` : ''}, as ${jwt.role}`
          : 'VAULT_TOKEN, or the token of `vault login`';
  return [
    {
      ...asks(of, `${server}${namespace ? ` (namespace ${namespace})` : ''}${trusting(caFile)}`, credential),
      ...exactOf(caFile, file),
    },
    ...(tokenFile ? fileWants(tokenFile, `${of} sends to ${server} the file`, file) : []),
  ];
}

/** Whoever vouches for a server can stand in its place: named, and of a file of the project its content. */
export const trusting = (caFile: string | null | undefined): string => (caFile ? `, trusting ${caFile}` : '');

/** Ties an allowed CA file to its contents: a changed file has to be allowed again. Empty if there is no file. */
export function exactOf(caFile: string | null | undefined, file: FileOf): Pick<Want, 'exact'> {
  const digest = caFile ? file(caFile).digest : undefined;
  return digest === undefined ? {} : {exact: digest};
}

function execWant(exec: NonNullable<Provider['exec']>, of: string, file: FileOf): Want {
  const {command, env} = exec;
  const names = Object.keys(env ?? {}).toSorted();
  const with_ = names.length === 0 ? '' : `, with ${names.join(', ')}`;
  const exact = {
    // A reference is read in a store that is listed itself; a text is not shown, and must not change.
    env: Object.fromEntries(
      Object.entries(env ?? {}).map(([name, value]) => [name, isSecretReference(value) ? value : sha256(value)]),
    ),
    files: digestsOf([...command, ...Object.values(env ?? {})], file),
  };
  return {ability: 'program', text: `${of} runs ${shellLine(command)}${with_}`, exact: sha256(canonicalJson(exact))};
}

const addressesOf = ({vault, aws, azure, gcp, alicloud}: Provider): readonly string[] =>
  [vault?.server, aws?.endpoint, azure?.vaultUrl, gcp?.endpoint, alicloud?.endpoint].filter(
    (address) => typeof address === 'string',
  );

const metadataWant = ({ability, text}: Want, addresses: readonly string[]): readonly Want[] =>
  ability === 'server' && addresses.some(isMetadataAddress)
    ? [{ability: 'metadata', text: `${text}, which is where a cloud gives credentials to its machines`}]
    : [];
