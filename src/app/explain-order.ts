import type {LoadedResources} from '../config/load-resources.ts';
import type {Edges} from '../core/graph/edges.ts';
import {referencesIn} from '../core/reference/references-in.ts';
import {orderResources} from '../kubernetes/graph/order-resources.ts';

/** Returns the edges of a stack that has an order, with the reasons. */
export function explainOrder({resources, expandable}: Pick<LoadedResources, 'resources' | 'expandable'>): Edges {
  const ids = new Set(resources.map(({id}) => id));
  const references = new Map(
    resources
      .filter(({id}) => expandable.has(id))
      .map(({id, attributes}) => [id, referencesIn(attributes, ids).references]),
  );
  return orderResources({resources, references}).ordered?.edges ?? new Map();
}
