import type {JsonPath} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {sharedIdIn} from '../../core/stacks/shared-dependency.ts';
import {ORDER_PATH, orderTextOf} from './order-annotation.ts';
import {readOrder} from './read-order.ts';

/** A shared resource that a resource depends on without a value of it, and the place that says so. */
export type SharedDependency = {readonly id: string; readonly at: JsonPath};

/** Returns the shared resources that a resource names with `shared:ID`, in `dependsOn` or after "after" in the order annotation. */
export function sharedDependencies(resource: Resource): readonly SharedDependency[] {
  const named = resource.dependsOn.map((needs, i) => ({id: sharedIdIn(needs), at: ['dependsOn', i]}));
  const text = orderTextOf(resource);
  const orders = (text === undefined ? undefined : readOrder(text)) ?? [];
  const ordered = orders
    .filter(({direction}) => direction === 'after')
    .map(({id}) => ({id: sharedIdIn(id), at: ORDER_PATH}));
  const found = [...named, ...ordered].flatMap(({id, at}) => (id === undefined ? [] : [{id, at}]));
  return [...new Map(found.map((one) => [one.id, one])).values()];
}
