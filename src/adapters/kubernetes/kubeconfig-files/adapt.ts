import {dump, load} from 'js-yaml';
import type {JsonObject} from '../../../core/json.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {FlatKubeconfig} from '../../../ports/flat-kubeconfig.ts';
import type {KubeconfigChanges, LoginProgram} from '../../../ports/kubeconfig-files.ts';
import type {Kubeconfig, Named} from './entries.ts';

/** A kubeconfig of one context under another name, and perhaps with a login in place of the credentials. */
export function adapted(flat: FlatKubeconfig, {name, login}: KubeconfigChanges): FlatKubeconfig {
  const config = load(flat.text.reveal()) as Kubeconfig;
  const [cluster, user, context] = [config.clusters?.[0], config.users?.[0], config.contexts?.[0]];
  const own = name ?? flat.contextName;
  const names = {
    cluster: name ?? cluster?.name ?? own,
    user: name ?? user?.name ?? own,
  };
  const made = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{...cluster, name: names.cluster}],
    contexts: [{context: {...objectIn(context, 'context'), ...names}, name: own}],
    users: [
      {name: names.user, user: login === undefined ? objectIn(user, 'user') : loggingIn(objectIn(user, 'user'), login)},
    ],
    'current-context': own,
  };
  return {...flat, text: new Secret(dump(made, {lineWidth: -1, noRefs: true})), contextName: own};
}

const objectIn = (entry: Named | undefined, key: string): JsonObject => (entry?.[key] ?? {}) as JsonObject;

const IMPERSONATION = ['as', 'as-uid', 'as-groups', 'as-user-extra'];

/** Whom one acts as stays in the kubeconfig: a login has no words for it. */
function loggingIn(user: JsonObject, {command, args, env}: LoginProgram): JsonObject {
  const kept = Object.entries(user).filter(([key]) => IMPERSONATION.includes(key));
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command,
    args: [...args],
    ...(Object.keys(env).length === 0 ? {} : {env: Object.entries(env).map(([name, value]) => ({name, value}))}),
    interactiveMode: 'IfAvailable',
    provideClusterInfo: true,
    installHint: 'This kubeconfig was written by "gantry kubeconfig". It runs Gantry to log in.',
  };
  return {exec, ...Object.fromEntries(kept)};
}
