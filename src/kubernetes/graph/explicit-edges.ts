import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origins} from '../../core/diagnostic/origin.ts';
import type {EdgeReason, Edges} from '../../core/graph/edges.ts';
import type {JsonPath} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import type {Reference} from '../../core/reference/reference.ts';
import {nearestId} from '../../core/resource/nearest-id.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {sharedIdIn} from '../../core/stacks/shared-dependency.ts';
import {ORDER_ANNOTATION} from '../resource/labels.ts';
import {ORDER_PATH, orderTextOf} from './order-annotation.ts';
import {type Order, readOrder} from './read-order.ts';

/** The references of each resource whose values are expanded, by id. */
export type References = ReadonlyMap<string, readonly Reference[]>;

/** Returns the edges that the user asked for: references, `dependsOn` and the order annotation. */
export function explicitEdges(
  resources: readonly Resource[],
  references: References,
  origins: Origins,
): {readonly edges: Edges; readonly problems: readonly Diagnostic[]} {
  const ids = new Set(resources.map(({id}) => id));
  const edges = new Map<string, Map<string, EdgeReason>>();
  const problems: Diagnostic[] = [];
  const add = (id: string, needs: string, reason: EdgeReason): void => {
    const reasons = edges.get(id) ?? new Map<string, EdgeReason>();
    edges.set(id, reasons);
    if (!reasons.has(needs)) reasons.set(needs, reason);
  };
  const refuse = (resource: string, path: JsonPath, problem: Problem): void => {
    problems.push({severity: 'error', ...problem, resource, path: showPath(path), ...atPath(origins, resource, path)});
  };
  const known = (id: string, resource: string, path: JsonPath, where: string): boolean => {
    // Shared resources are in other stacks, and are looked up there.
    if (sharedIdIn(id) !== undefined) return false;
    if (!ids.has(id)) refuse(resource, path, unknownId(id, ids, where));
    return ids.has(id);
  };

  for (const resource of resources) {
    const {id} = resource;
    for (const {id: needs, path} of references.get(id) ?? []) {
      if (ids.has(needs)) add(id, needs, {rule: 'reference', because: `takes its ${showPath(path)}`});
    }
    for (const [i, needs] of resource.dependsOn.entries()) {
      if (known(needs, id, ['dependsOn', i], '`dependsOn` names'))
        add(id, needs, {rule: 'depends-on', because: 'names it in dependsOn'});
    }
    const unreadable = (message: string): void =>
      refuse(id, ORDER_PATH, {code: 'order/syntax', message, hint: ORDER_HINT});
    for (const order of orderOf(resource, unreadable)) {
      if (order.direction === 'before' && sharedIdIn(order.id) !== undefined) refuse(id, ORDER_PATH, BEFORE_SHARED);
      if (!known(order.id, id, ORDER_PATH, `\`${ORDER_ANNOTATION}\` says ${order.direction}`)) continue;
      const [later, earlier] = order.direction === 'after' ? [id, order.id] : [order.id, id];
      add(later, earlier, {rule: 'order', because: ORDER_REASON[order.direction]});
    }
  }
  return {edges, problems};
}

type Problem = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

function atPath(origins: Origins, resource: string, path: JsonPath): Pick<Diagnostic, 'at'> {
  const origin = origins.get(resource);
  return origin === undefined ? {} : {at: origin.position(path)};
}

function unknownId(id: string, ids: ReadonlySet<string>, where: string): Problem {
  const nearest = nearestId(id, ids);
  const hint = nearest === undefined ? ID_HINT : `Did you mean ${nearest}?`;
  return {code: 'order/unknown-id', message: `${where} ${id}, but no resource of this stack has that id`, hint};
}

const ORDER_REASON = {
  after: `names it with "after" in ${ORDER_ANNOTATION}`,
  before: `is named with "before" in its ${ORDER_ANNOTATION}`,
} as const;
const ID_HINT =
  'An id is APIVERSION:KIND:NAMESPACE:NAME, for example apps/v1:Deployment:shop:web. "gantry build" shows all.';
const BEFORE_SHARED: Problem = {
  code: 'order/unknown-id',
  message: `\`${ORDER_ANNOTATION}\` says before a shared resource, but shared stacks are applied before their users`,
  hint: 'Write "after shared:ID", or remove it.',
};
const ORDER_HINT = 'Write "after ID" or "before ID", separated by commas; an id that holds a comma as a JSON string.';

function orderOf(resource: Resource, refuse: (message: string) => void): readonly Order[] {
  const annotation = orderTextOf(resource);
  if (annotation === undefined) return [];
  const order = readOrder(annotation);
  if (order !== undefined) return order;
  refuse(`${ORDER_ANNOTATION} cannot be read: ${annotation}`);
  return [];
}
