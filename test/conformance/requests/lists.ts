import type {JsonObject} from '../../../src/core/json.ts';
import {jsonAt} from '../../../src/core/json-at.ts';
import {del, get, PARTIAL_LIST, post, type Request, TABLE} from '../request.ts';
import {pathsIn} from './paths.ts';

const continued = (list: JsonObject): string => encodeURIComponent(String(jsonAt(list, ['metadata', 'continue'])));
const revision = (object: JsonObject): string => String(jsonAt(object, ['metadata', 'resourceVersion']));

/** Revision 1, after the object `default/a`. */
const FORGOTTEN = Buffer.from('{"v":"meta.k8s.io/v1","rv":1,"start":"default/a\\u0000"}').toString('base64url');

/** Lists by labels and fields, in pieces, as tables, at revisions; and watches, which end by themselves. */
export function lists(ns: string): readonly Request[] {
  const {core, apps} = pathsIn(ns);
  const all = core('endpoints');
  const labels = (selector: string) =>
    get(`list by ${selector}`, `${all}?labelSelector=${encodeURIComponent(selector)}`);
  const fields = (selector: string, plural = 'endpoints') =>
    get(
      `list ${plural} by the field ${selector.replaceAll(ns, 'NAMESPACE')}`,
      `${core(plural)}?fieldSelector=${encodeURIComponent(selector)}`,
    );
  const watch = (name: string, query: string, accept?: string) =>
    get(name, `${all}?watch=1&timeoutSeconds=1&${query}`, {isWatch: true, ...(accept === undefined ? {} : {accept})});
  const listed = (name: string, more: JsonObject) => post(`listed: ${name}`, all, {metadata: {name, labels: more}});
  return [
    listed('a', {app: 'x', tier: 'front'}),
    listed('b', {app: 'x'}),
    listed('c', {app: 'y', empty: ''}),
    get('list', all),
    get('list as a table', all, {accept: TABLE}),
    get('list as a table with objects', `${all}?includeObject=Object`, {accept: TABLE}),
    get('list as a table without objects', `${all}?includeObject=None`, {accept: TABLE}),
    get('list as a table of nonsense', `${all}?includeObject=Sense`, {accept: TABLE}),
    get('list the metadata alone', all, {accept: PARTIAL_LIST}),
    get('list nothing', core('resourcequotas')),
    get('list nothing as a table', core('resourcequotas'), {accept: TABLE}),
    get('list in a namespace that is not there', '/api/v1/namespaces/not-there/endpoints'),
    get('list everywhere by a label', '/api/v1/endpoints?labelSelector=tier%3Dfront%2Capp%3Dx'),
    ...[
      'app=x',
      'app==x',
      'app!=x',
      'app in (x, y)',
      'app notin (x)',
      'tier',
      '!tier',
      'app=x,tier=front',
      'empty=',
      'app in ()',
      'a b',
      'app=',
      'app>1',
      'a=b=c',
      '-x',
      'app in x',
    ].map(labels),
    fields('metadata.name=a'),
    fields('metadata.name!=a'),
    fields(`metadata.namespace=${ns}`),
    fields('metadata.namespace=elsewhere'),
    fields('metadata.uid=1'),
    fields('nonsense'),
    fields('status.phase=Running', 'pods'),
    fields('spec.nodeName=,status.phase!=Failed', 'pods'),
    fields('spec.nothing=1', 'pods'),
    fields('type=Opaque', 'secrets'),
    fields('involvedObject.kind=Pod,involvedObject.name=never', 'events'),
    fields('spec.type=ClusterIP', 'services'),
    get('a first piece', `${all}?limit=2`),
    get('the next piece', (seen) => `${all}?limit=2&continue=${continued(seen('a first piece'))}`),
    get('a piece that cannot be continued', `${all}?limit=2&continue=nonsense`),
    get('a piece as a table', `${all}?limit=1`, {accept: TABLE}),
    get(
      'a piece of a revision',
      (seen) => `${all}?limit=1&resourceVersion=0&continue=${continued(seen('a first piece'))}`,
    ),
    get('a limit that is none', `${all}?limit=x`),
    get('a negative limit', `${all}?limit=-1`),
    get('list any revision', `${all}?resourceVersion=0`),
    get('list exactly', (seen) => `${all}?resourceVersion=${revision(seen('list'))}&resourceVersionMatch=Exact`),
    get(
      'list not older',
      (seen) => `${all}?resourceVersion=${revision(seen('list'))}&resourceVersionMatch=NotOlderThan`,
    ),
    get('list by a match alone', `${all}?resourceVersionMatch=Exact`),
    get('list by an unknown match', `${all}?resourceVersion=1&resourceVersionMatch=Somehow`),
    get('list exactly any', `${all}?resourceVersion=0&resourceVersionMatch=Exact`),
    get('list a revision that is none', `${all}?resourceVersion=x`),
    get('list with the initial events', `${all}?sendInitialEvents=true`),
    watch('watch from now', ''),
    watch('watch any', 'resourceVersion=0'),
    watch('watch with bookmarks', 'allowWatchBookmarks=true&resourceVersion=0'),
    watch('watch some', 'resourceVersion=0&labelSelector=tier'),
    watch('watch one', 'resourceVersion=0&fieldSelector=metadata.name%3Da'),
    watch('watch as a table', 'resourceVersion=0&fieldSelector=metadata.name%3Da', TABLE),
    watch(
      'watch with all initial events',
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
    ),
    watch('watch with initial events, without a match', 'sendInitialEvents=true'),
    watch('watch a revision that is none', 'resourceVersion=x'),
    get(
      'watch from a list on',
      (seen) => `${all}?watch=true&timeoutSeconds=1&resourceVersion=${revision(seen('list'))}`,
      {isWatch: true},
    ),
    get('watch one object', `${core('endpoints', 'a')}?watch=1&timeoutSeconds=1&resourceVersion=0`, {isWatch: true}),
    get('watch as it was before', `/api/v1/watch/namespaces/${ns}/endpoints/a?timeoutSeconds=1&resourceVersion=0`, {
      isWatch: true,
    }),
    get('list a time that is forgotten', `${all}?resourceVersion=1&resourceVersionMatch=Exact`, {
      isForgotten: true,
    }),
    get('continue a list of a time that is forgotten', `${all}?limit=1&continue=${FORGOTTEN}`, {isForgotten: true}),
    get('list deployments', apps('deployments')),
    get('list service accounts as a table', core('serviceaccounts'), {accept: TABLE}),
    get('read the default service account', core('serviceaccounts', 'default')),
    get('read the root certificates', core('configmaps', 'kube-root-ca.crt')),
    get('read the namespace', `/api/v1/namespaces/${ns}`),
    get('read the default namespace', '/api/v1/namespaces/default'),
    get('read the namespace of the system', '/api/v1/namespaces/kube-system'),
    get('read the service of the server', '/api/v1/namespaces/default/services/kubernetes'),
    get('read a role that every cluster has', '/apis/rbac.authorization.k8s.io/v1/clusterroles/view'),
    get('read the role of administrators', '/apis/rbac.authorization.k8s.io/v1/clusterroles/cluster-admin'),
    get('read the binding of administrators', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/cluster-admin'),
    get(
      'list priority classes',
      '/apis/scheduling.k8s.io/v1/priorityclasses?fieldSelector=metadata.name%3Dsystem-node-critical',
    ),
    get(
      'list storage classes',
      '/apis/storage.k8s.io/v1/storageclasses?includeObject=None&fieldSelector=metadata.name%3Dgantry-test',
      {accept: TABLE},
    ),
    get('list nodes as a table', '/api/v1/nodes?fieldSelector=metadata.name%3Dnode-0', {accept: TABLE}),
    del('delete those that are selected', `${all}?labelSelector=app%3Dx`),
    del('delete those that are selected, for a try', `${all}?dryRun=All`),
    get('list what is left', all),
    del('delete all', all, {propagationPolicy: 'Background'}),
    del('delete none', all),
    del('delete all of a kind that cannot', core('services')),
    del('delete by a wrong selector', `${all}?labelSelector=a%20b`),
  ];
}
