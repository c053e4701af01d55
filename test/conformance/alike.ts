import {createHash} from 'node:crypto';
import {isList, isObject, type Json, type JsonObject} from '../../src/core/json.ts';
import {canonicalJson} from '../../src/lib/canonical-json.ts';
import {PROTOBUF} from './request.ts';
import {domainOf} from './requests/custom.ts';
import type {Answer} from './server.ts';

/** How often a watch says how far it is, is up to the server; not, when it has told all that there was. */
const isBookmark = (item: Json): boolean =>
  isObject(item) && item['type'] === 'BOOKMARK' && !JSON.stringify(item).includes('k8s.io/initial-events-end');

const BY_CHANCE: Readonly<Record<string, string>> = {
  uid: '<uid>',
  resourceVersion: '<revision>',
  creationTimestamp: '<time>',
  deletionTimestamp: '<time>',
  time: '<time>',
  lastTransitionTime: '<time>',
  lastUpdateTime: '<time>',
  lastProbeTime: '<time>',
  startTime: '<time>',
  completionTime: '<time>',
  expirationTimestamp: '<time>',
  continue: '<continue>',
  token: '<token>',
  jti: '<id>',
  clusterIP: '<address>',
  clusterIPs: '<addresses>',
  caBundle: '<certificate>',
  serverAddressByClientCIDRs: '<addresses>',
  'ca.crt': '<certificate>',
};

const AGES = new Set(['Age', 'Created At', 'Last Seen', 'First Seen', 'Duration', 'Last Schedule']);

/**
 * Returns an answer with placeholders for everything that differs between two runs: times, uids, revisions, addresses,
 * generated names and the namespace of the run.
 */
export function alike({status, type, warnings, body}: Answer, ns: string): JsonObject {
  return {
    status,
    type,
    warnings: warnings.replaceAll(ns, 'NAMESPACE'),
    // The bytes of protobuf have times and lengths in them.
    body: type.startsWith(PROTOBUF) ? '<protobuf>' : without(withoutNamespace(body, ns)),
  };
}

const withoutNamespace = (body: Json, ns: string): Json =>
  JSON.parse(
    JSON.stringify(body).replaceAll(ns, 'NAMESPACE').replaceAll(storageVersionHash(ns), '<hash of NAMESPACE>'),
  ) as Json;

/** Returns the hash that discovery shows for the custom kind of the requests: it depends on the group. */
const storageVersionHash = (ns: string): string =>
  createHash('sha256')
    .update(`${domainOf(ns)}/v1/Trial`)
    .digest()
    .subarray(0, 8)
    .toString('base64');

function without(value: Json, name = ''): Json {
  if (isList(value)) return list(value, name);
  if (isObject(value)) return value['kind'] === 'Table' ? withoutAges(value) : members(value);
  if (typeof value === 'string') return text(value);
  // Ports of nodes, and that of the server itself, are given out by chance.
  const chance = name === 'nodePort' || (name === 'targetPort' && Number(value) > 30_000);
  return chance && typeof value === 'number' ? '<port>' : value;
}

/** Lists whose order says nothing: that of rules is any, that of managers follows the clock. */
const UNORDERED = new Set(['resourceRules', 'nonResourceRules', 'managedFields']);

/** Groups of custom resources that others define at the same time are nobody's business. */
function list(items: readonly Json[], name: string): Json {
  const kept = items.filter((item) => !isForeign(item) && !isBookmark(item)).map((item) => without(item, name));
  return UNORDERED.has(name) ? kept.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1)) : kept;
}

function isForeign(item: Json): boolean {
  if (typeof item === 'string') return FOREIGN_PATH.test(item);
  if (!isObject(item)) return false;
  const name = isObject(item['metadata']) && isList(item['versions']) ? item['metadata']['name'] : item['name'];
  return isList(item['versions']) && typeof name === 'string' && /\./.test(name) && !name.endsWith('.k8s.io');
}

const FOREIGN_GROUP = String.raw`(?![^/]*\.k8s\.io(?:/|$))[^/]*\.[^/]+`;
const FOREIGN_PATH = new RegExp(`^/(?:open)?apis?/(?:v3/apis/)?${FOREIGN_GROUP}`);
const FOREIGN_KEY = new RegExp(String.raw`^/?apis/${FOREIGN_GROUP}|^(?!io\.k8s\.)[a-z]+(?:\.[\w-]+)+\.v\d\w*\.[A-Z]`);

const members = (object: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(object)
      .filter(([key]) => !FOREIGN_KEY.test(key))
      .map(([key, value]) => [key, member(key, value)]),
  );

function member(key: string, value: Json): Json {
  const replaced = BY_CHANCE[key];
  if (replaced === undefined || isObject(value) || value === null || value === '' || value === 'None') {
    return without(value, key);
  }
  return replaced;
}

const text = (value: string): string =>
  value
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
    .replaceAll(/\b(made-|Wrong-)[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '$1<chance>')
    .replaceAll(/(resourceVersion\\*":\\*")\d+/g, '$1<revision>')
    // Of a pod template: any hash will do.
    .replaceAll(/\b(stopped|web)-[0-9a-z]{8,10}\b/g, '$1-<hash>')
    .replaceAll(/hash=[0-9A-F]+/g, 'hash=<hash>')
    .replaceAll(/X509SHA256=[0-9a-f]{64}/g, 'X509SHA256=<hash>')
    .replaceAll(/kube-api-access-[a-z0-9]{5}\b/g, 'kube-api-access-<chance>')
    .replaceAll(/(resource version|current): \d+/g, '$1: <revision>')
    .replaceAll(/\(\d+\)/g, '(<number>)');

function withoutAges(table: JsonObject): JsonObject {
  const columns = isList(table['columnDefinitions']) ? table['columnDefinitions'] : [];
  const aged = columns.map((column) => isObject(column) && AGES.has(String(column['name'])));
  const rows = isList(table['rows']) ? table['rows'].filter(isObject) : [];
  return {
    ...members(table),
    rows: rows.map((row) => {
      const cells = isList(row['cells']) ? row['cells'] : [];
      return {...members(row), cells: cells.map((cell, index) => (aged[index] === true ? '<age>' : without(cell)))};
    }),
  };
}
