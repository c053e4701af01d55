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

/** What a self-contained kubeconfig is made with; `serviceAccountDir` is where a pod's token is, for tests. */
export type FlattenOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly serviceAccountDir?: string;
};

/**
 * One context with its cluster and user that needs no file beside it: what `kubectl config view --raw --flatten --minify`
 * makes of it, with two paths made absolute that kubectl leaves relative to the file (tokenFile, and a program that lies beside it).
 * What could not be connected with is refused with the words of `connect`. No program is run. Where the source has the user's own
 * identity there is a user without any credential: whoever writes it down adds how to log in.
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
  /** Absent: the context names no user. */
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
  // In quotes, and on one line: readers of YAML 1.1, as kubectl is, take `no` and `1_0` for something else.
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
    // It is renewed in place: its path is what stays true.
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

/** The fields that kubectl knows, as they were written; an empty one says nothing. */
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

/** Data as it is, else the file's content: byte for byte, whatever it is. */
async function inlined(entry: Entry, field: string): Promise<JsonObject> {
  const given = entry.base64(`${field}-data`);
  const path = given === undefined ? entry.path(field) : undefined;
  const data = path === undefined ? given : (await readBytes(path, entry.problem, field)).toString('base64');
  return data === undefined ? {} : {[`${field}-data`]: data};
}
