import type {Cluster} from '../../rig/cluster.ts';
import {type HttpDouble, httpDouble} from '../../rig/doubles/http-double.ts';
import {configMap, manifests} from '../../rig/objects.ts';
import {makeStack, type Stack} from '../../rig/stack.ts';

type Sent = {readonly outcome: string; readonly subject: string; readonly title: string; readonly details: string};

export const sentTo = ({asked}: HttpDouble): readonly Sent[] => asked.map(({body}) => JSON.parse(body) as Sent);
export const outcomes = (double: HttpDouble): readonly string[] => sentTo(double).map(({outcome}) => outcome);

/** Writes the user's own configuration. */
export const configure = (stack: Stack, config: unknown): Promise<void> =>
  stack.write({'../home/.gantry/config.yaml': config});

/** A stack with the target `hook`, which gets every outcome. `edit` changes the stack's ConfigMap as another person does. */
export async function notifiedStack(cluster: Cluster, files = manifests(configMap('settings', {a: '1'}))) {
  const namespace = cluster.freshNamespace();
  const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace, files});
  const hook = await httpDouble(() => ({status: 200, body: ''}), {tls: false});
  const outcomesOfHook = ['drift', 'failed', 'succeeded', 'recovered'];
  await configure(stack, {notify: {hook: {webhook: {url: `${hook.url}/hook`}, outcomes: outcomesOfHook}}});
  const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
  const edit = (a: string) => cluster.patchAs('kubectl-edit', settings, {data: {a}});
  return {namespace, stack, hook, edit};
}
