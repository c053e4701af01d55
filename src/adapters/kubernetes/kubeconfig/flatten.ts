import {dump} from 'js-yaml';
import type {Json, JsonObject} from '../../../core/json.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {LocalSource} from '../../../core/workspace/kubeconfig-source.ts';
import {defined} from '../../../lib/defined.ts';
import type {FlatKubeconfig} from '../../../ports/flat-kubeconfig.ts';
import {type ChosenContext, chooseContext} from './choose-context.ts';
import {clusterOf} from './cluster.ts';
import type {Entry} from './entry.ts';
import {flatInCluster, SERVICE_ACCOUNT} from './in-cluster.ts';
import type {Kubeconfig} from './parse.ts';
import {problemOf} from './problem.ts';
import {readBytes} from './read-files.ts';
import {readKubeconfig} from './read-kubeconfig.ts';
import {refuseUntrusted} from './refuse-untrusted.ts';
import {accessOf} from './user-access.ts';

/** The options for a self-contained kubeconfig. `serviceAccountDir` is the directory of a pod's token, for tests. */
export type FlattenOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly serviceAccountDir?: string;
};

/**
 * Returns one context with its cluster and user that needs no other file. The result is that of `kubectl config view
 * --raw --flatten --minify`, with two paths made absolute that kubectl leaves relative (tokenFile, and a program beside
 * the file). A kubeconfig that `connect` rejects is rejected with the same message. No program runs. If the source has
 * the user's own identity, the user has no credential, and the caller adds the login.
 * @throws GantryError 'context/kubeconfig', 'context/untrusted'
 */
export async function flattenKubeconfig(source: LocalSource, options: FlattenOptions): Promise<FlatKubeconfig> {
  const problem = problemOf(source);
  const {env, serviceAccountDir = SERVICE_ACCOUNT} = options;
  const withUser = source.identity === undefined;
  if (source.from.kind === 'in-cluster') {
    const {user, ...pod} = await flatInCluster(env, serviceAccountDir, problem);
    const name = 'in-cluster';
    const names = {contextName: name, clusterName: name, userName: name};
    return written({...pod, ...names, user: withUser ? user : {}, extras: {}});
  }
  const config = await readKubeconfig(source.from, problem);
  const chosen = chooseContext(config, source.kubeContext, problem, withUser);
  refuseUntrusted(source, chosen);
  const {server, tls} = await clusterOf(chosen.cluster, env);
  await accessOf(chosen.user, {server, tls, env, interactive: true});
  const {name, context, clusterName = name} = chosen;
  return written({
    server,
    contextName: name,
    clusterName,
    cluster: await flatCluster(chosen.cluster),
    ...(withUser ? await userPart(chosen) : {userName: chosen.userName ?? name, user: {}}),
    context: kept(context, ['namespace', 'extensions']),
    extras: config.extras,
  });
}

type Parts = {
  readonly server: string;
  readonly contextName: string;
  readonly clusterName: string;
  readonly cluster: JsonObject;
  /** The name of the user; absent if the context names none. */
  readonly userName?: string;
  readonly user?: JsonObject;
  readonly context: JsonObject;
  readonly extras: Kubeconfig['extras'];
};

async function userPart({userName, user}: ChosenContext): Promise<Pick<Parts, 'userName' | 'user'>> {
  return userName === undefined || user === undefined ? {} : {userName, user: await flatUser(user)};
}

function written({server, contextName, clusterName, cluster, userName, user, context, extras}: Parts): FlatKubeconfig {
  const config: JsonObject = {
    apiVersion: 'v1',
    kind: 'Config',
    ...extras,
    clusters: [{name: clusterName, cluster}],
    users: userName === undefined || user === undefined ? [] : [{name: userName, user}],
    contexts: [
      {
        name: contextName,
        context: {cluster: clusterName, ...defined({user: userName}), ...context},
      },
    ],
    'current-context': contextName,
  };
  // Quoted, and on one line: YAML 1.1 readers such as kubectl interpret `no` and `1_0` differently.
  const text = dump(config, {forceQuotes: true, quoteStyle: 'double', lineWidth: -1});
  return {text: new Secret(text), contextName, server};
}

async function flatCluster(cluster: Entry): Promise<JsonObject> {
  return {
    ...kept(cluster, [
      'server',
      'tls-server-name',
      'insecure-skip-tls-verify',
      'proxy-url',
      'disable-compression',
      'extensions',
    ]),
    ...(await inlined(cluster, 'certificate-authority')),
  };
}

async function flatUser(user: Entry): Promise<JsonObject> {
  const [exec, tokenFile] = [user.object('exec'), user.path('tokenFile')];
  return {
    ...kept(user, [
      'token',
      'username',
      'password',
      'as',
      'as-uid',
      'as-groups',
      'as-user-extra',
      'auth-provider',
      'extensions',
    ]),
    ...(await inlined(user, 'client-certificate')),
    ...(await inlined(user, 'client-key')),
    // The token is renewed in its file, so the path is kept.
    ...defined({tokenFile, exec: exec === undefined ? undefined : flatExec(exec)}),
  };
}

function flatExec(exec: Entry): JsonObject {
  const command = exec.text('command') ?? '';
  return {
    ...kept(exec, ['args', 'env', 'apiVersion', 'installHint', 'provideClusterInfo']),
    // The default of v1beta1; later versions have none.
    interactiveMode: exec.text('interactiveMode') ?? 'IfAvailable',
    command: command.includes('/') ? (exec.path('command') ?? command) : command,
  };
}

/** Returns the fields that kubectl knows, unchanged; empty ones are left out. */
function kept(entry: Entry, names: readonly string[]): JsonObject {
  const fields = entry.fields();
  return Object.fromEntries(names.flatMap((name) => (saysNothing(fields[name]) ? [] : [[name, fields[name] as Json]])));
}

const saysNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** Returns the data field, or else the content of the file, byte for byte. */
async function inlined(entry: Entry, field: string): Promise<JsonObject> {
  const given = entry.base64(`${field}-data`);
  const path = given === undefined ? entry.path(field) : undefined;
  const data = path === undefined ? given : (await readBytes(path, entry.problem, field)).toString('base64');
  return data === undefined ? {} : {[`${field}-data`]: data};
}
