import {existsSync} from 'node:fs';
import {homedir} from 'node:os';
import {isAbsolute, resolve} from 'node:path';
import {leavesProject} from '../../config/project-link.ts';
import type {SecretStore as StoreModel} from '../../config/secret-store.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {Secret} from '../../core/secret/secret.ts';
import type {SecretStoreConfig, VaultAuth} from '../../core/secret/store-config.ts';
import {expandPath} from '../../core/workspace/expand-path.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import type {Via} from '../workspace/via.ts';
import type {SecretAnswer} from './secret-answer.ts';
import {unread} from './unread.ts';

/** A declared store, and all that its own configuration may lean on. */
export type StoreWorld = {
  readonly store: NonNullable<StoreModel>;
  /** What a relative path starts at; absent: there is no file. */
  readonly base?: string | undefined;
  /** By which it is called. */
  readonly name: string;
  /** For people: `the secret store vault of prod`. */
  readonly what: string;
  readonly chosen?: FoundWorkspace | undefined;
  readonly via: Via;
  readonly deps: Deps;
  /** Of the same workspace: what the store itself needs may lie in another one. */
  readonly read: (uri: string) => Promise<SecretAnswer>;
};

type Kind = SecretStoreConfig['kind'];
type Provider = StoreWorld['store']['provider'];
type Declared<K extends Kind> = NonNullable<Provider[K]>;
type Config = SecretStoreConfig | Promise<SecretStoreConfig>;

/**
 * A declared store that can be opened: paths absolute, credentials read.
 * @throws GantryError `input/usage`
 */
export async function storeConfig(world: StoreWorld): Promise<SecretStoreConfig> {
  for (const kind of KINDS) {
    const config = configFor(kind, world.store.provider[kind], world);
    if (config !== undefined) return config;
  }
  throw refuse(world, 'it has no provider');
}

function configFor<K extends Kind>(kind: K, declared: Provider[K], world: StoreWorld): Config | undefined {
  return declared === undefined || declared === null ? undefined : CONFIG[kind](declared, world);
}

const CONFIG: {readonly [K in Kind]: (declared: Declared<K>, world: StoreWorld) => Config} = {
  env: ({prefix}) => ({kind: 'env', prefix: prefix ?? ''}),
  file: ({path}, world) => ({kind: 'file', path: withinProject(path, world)}),
  vault: async ({server, path, version, namespace, caFile, auth}, world) => ({
    kind: 'vault',
    server,
    path: path ?? 'secret',
    version: version ?? 'v2',
    ...given({namespace}),
    ...(hasValue(caFile) ? {caFile: placeOf(caFile, world)} : {}),
    auth: await vaultAuth(auth ?? {}, world),
  }),
  aws: ({service, region, profile, endpoint}) => ({
    kind: 'aws',
    service: service ?? 'secretsManager',
    ...given({region, profile, endpoint}),
  }),
  azure: ({vaultUrl, tenantId, environmentType}) => ({kind: 'azure', vaultUrl, ...given({tenantId, environmentType})}),
  gcp: ({project, endpoint}) => ({kind: 'gcp', project, ...given({endpoint})}),
  alicloud: ({region, endpoint}) => ({kind: 'alicloud', region, ...given({endpoint})}),
  kubernetes: async ({namespace, workspace}, world) => {
    const {chosen, via, deps} = world;
    if (chosen === undefined) throw refuse(world, 'it lies in the cluster of a workspace, and there is none here');
    const kubeconfig = await deps.workspaceOf.kubeconfig({chosen, ...given({workspace}), via}, deps);
    return {kind: 'kubernetes', namespace, kubeconfig};
  },
  sops: ({path, keyFile}, world) => ({
    kind: 'sops',
    path: withinProject(path, world),
    ...(hasValue(keyFile) ? {keyFile: placeOf(keyFile, world)} : {}),
  }),
  exec: execConfig,
};
const KINDS = Object.keys(CONFIG) as readonly Kind[];

async function vaultAuth(auth: NonNullable<Declared<'vault'>['auth']>, world: StoreWorld): Promise<VaultAuth> {
  const {token, appRole, kubernetes, jwt} = auth;
  const secret = (text: string): Promise<Secret> => secretOf(text, world);
  const file = (path: string | null | undefined) => (hasValue(path) ? {tokenFile: placeOf(path, world)} : {});
  if (hasValue(token)) return {method: 'token', token: await secret(token)};
  if (hasValue(appRole)) {
    const [roleId, secretId] = [await secret(appRole.roleId), await secret(appRole.secretId)];
    return {method: 'appRole', mount: appRole.mount ?? 'approle', roleId, secretId};
  }
  if (hasValue(kubernetes)) {
    const {role, mount, tokenFile} = kubernetes;
    return {method: 'kubernetes', mount: mount ?? 'kubernetes', role, ...file(tokenFile)};
  }
  if (!hasValue(jwt)) return {method: 'environment'};
  const login = hasValue(jwt.token) ? {token: await secret(jwt.token)} : {};
  return {method: 'jwt', mount: jwt.mount ?? 'jwt', role: jwt.role, ...login, ...file(jwt.tokenFile)};
}

async function execConfig(
  {command, env, timeoutSeconds}: Declared<'exec'>,
  world: StoreWorld,
): Promise<SecretStoreConfig> {
  const [program = '', ...args] = command;
  const {chosen, base} = world;
  const programs = chosen?.workspace.trust?.programs ?? [];
  // Its arguments stand in the file that trusts it.
  if (programs !== 'all' && !programs.some((one) => one === program || deepEqual(one, command))) {
    const where = chosen === undefined ? 'Keep it in a store that runs no program' : `Write in ${chosen.name}`;
    throw refuse(
      world,
      `it runs the program ${program}, which the workspace does not trust`,
      chosen === undefined ? `${where}.` : `${where}: trust: {programs: [${JSON.stringify(program)}]}`,
    );
  }
  // A name is looked up in PATH; a path that is relative starts at the file that names it.
  const called = /[/\\]/.test(program) ? placeOf(program, world) : program;
  const values = Object.entries(env ?? {}).map(async ([name, text]) => [name, await secretOf(text, world)] as const);
  return {
    kind: 'exec',
    command: [called, ...args],
    ...given({directory: base}),
    env: Object.fromEntries(await Promise.all(values)),
    timeoutSeconds: timeoutSeconds ?? 30,
  };
}

/** A value that may stand in the file, or be a reference. */
async function secretOf(text: string, world: StoreWorld): Promise<Secret> {
  if (!text.startsWith('ref://')) return new Secret(text);
  const answer = await world.read(text);
  if ('value' in answer) return answer.value;
  const {because, hint, fault} = answer;
  if (fault === undefined) throw refuse(world, `it needs ${text}: ${because}`, hint);
  throw unread([{message: `${world.what}: it needs ${text}: ${because}`, hint, fault}]);
}

function placeOf(path: string, world: StoreWorld): string {
  const {env} = world.deps;
  const expanded = expandPath(path, {env, home: env['HOME'] || env['USERPROFILE'] || homedir()});
  if ('problem' in expanded) throw refuse(world, `its path: ${expanded.problem}`);
  if (world.base === undefined && !isAbsolute(expanded.path))
    throw refuse(world, `its path ${path} is relative, and its workspace lies in no file`, 'Write an absolute path.');
  return resolve(world.base ?? '/', expanded.path);
}

/** The place of files with secrets: a link in a project must not make another file of the reader's the store. */
function withinProject(path: string, world: StoreWorld): string {
  const place = placeOf(path, world);
  if (existsSync(place) && leavesProject(place))
    throw refuse(world, `${path} is a link, or below a link, that leads out of the project`);
  return place;
}

const refuse = ({what}: StoreWorld, because: string, hint?: string): GantryError =>
  new GantryError({code: 'input/usage', message: `${what}: ${because}`, ...(hint === undefined ? {} : {hint})});

const hasValue = <T>(value: T): value is NonNullable<T> => value !== undefined && value !== null;

type Given<T> = {readonly [K in keyof T]?: NonNullable<T[K]>};

/** Fields that say something. */
const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => hasValue(value))) as Given<T>;
