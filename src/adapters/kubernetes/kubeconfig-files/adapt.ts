import {dump, load} from 'js-yaml';
import type {JsonObject} from '../../../core/json.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {defined} from '../../../lib/defined.ts';
import type {FlatKubeconfig} from '../../../ports/flat-kubeconfig.ts';
import type {KubeconfigChanges, LoginProgram} from '../../../ports/kubeconfig-files.ts';
import type {Kubeconfig, Named} from './entries.ts';

/** Renames the context of a kubeconfig, and optionally replaces its credentials by a login. */
export function adapted(flat: FlatKubeconfig, {name, login}: KubeconfigChanges): FlatKubeconfig {
  const config = load(flat.text.reveal()) as Kubeconfig;
  const [cluster, user, context] = [config.clusters?.[0], config.users?.[0], config.contexts?.[0]];
  const own = name ?? flat.contextName;
  const names = {cluster: name ?? cluster?.name ?? own, user: name ?? user?.name ?? own};
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

/** Replaces the credentials by a login. The impersonation settings are kept, because a login has none. */
function loggingIn(user: JsonObject, {command, args, env}: LoginProgram): JsonObject {
  const kept = Object.entries(user).filter(([key]) => IMPERSONATION.includes(key));
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command,
    args: [...args],
    ...defined({
      env: Object.keys(env).length === 0 ? undefined : Object.entries(env).map(([name, value]) => ({name, value})),
    }),
    interactiveMode: 'IfAvailable',
    provideClusterInfo: true,
    installHint: 'This kubeconfig was written by "gantry kubeconfig". It runs Gantry to log in.',
  };
  return {exec, ...Object.fromEntries(kept)};
}
