import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Ref} from '../../rig/cluster.ts';
import type {Session} from '../../rig/recorded-sessions.ts';

const DIRECTORY = join(import.meta.dirname, '../../../../shared/real');
const RBAC = 'rbac.authorization.k8s.io/v1';

const clusterWide = (kind: string, name: string): Ref => ({apiVersion: RBAC, kind, name: `NAMESPACE-${name}`});
const definition = (plural: string): Ref => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  name: `${plural}.argoproj.NAMESPACE.io`,
});

/** Sixty objects in one command, and two sessions at once. */
const HANGS = 600_000;

/** Published applications as kubectl sees them, recorded as the sessions of console-sessions.ts. */
export const APPLICATIONS: readonly Session[] = [
  {name: 'online-boutique', title: 'Online Boutique', timeout: HANGS, ...published('online-boutique.yaml')},
  {
    name: 'argo-cd',
    title: 'Argo CD',
    timeout: HANGS,
    ...published('argo-cd.yaml', apart),
    outside: [
      ...['applications', 'applicationsets', 'appprojects'].map(definition),
      ...['argocd-application-controller', 'argocd-applicationset-controller', 'argocd-server'].flatMap((name) => [
        clusterWide('ClusterRole', name),
        clusterWide('ClusterRoleBinding', name),
      ]),
    ],
  },
];

function published(
  name: string,
  change = (text: string, _namespace: string) => text,
): Pick<Session, 'files' | 'lacks'> {
  const file = join(DIRECTORY, name);
  if (!existsSync(file)) return {lacks: `there is no ../shared/real/${name}`};
  return {files: (namespace) => ({[name]: change(readFileSync(file, 'utf8'), namespace)})};
}

/** With a group and cluster roles of its own: others apply the same file to the same server at the same time. */
function apart(text: string, namespace: string): string {
  return text
    .replaceAll('argoproj.io', `argoproj.${namespace}.io`)
    .replaceAll('namespace: argocd', `namespace: ${namespace}`)
    .split(/^(?=---)/m)
    .map((document) =>
      /^kind: ClusterRole/m.test(document)
        ? document.replaceAll(/^((?:metadata|roleRef):\n(?: {2}.*\n)*? {2}name: )/gm, `$1${namespace}-`)
        : document,
    )
    .join('');
}
