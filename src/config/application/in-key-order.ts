import {isList, isObject} from '../../core/json.ts';
import {itemsOf, type Located, listOf} from '../../core/variation/located.ts';
import {fieldsOf, mapping} from './mapping.ts';

/** The mappings whose order has a meaning: a variable may use earlier variables, and containers start one after the other. */
const ORDERED = new Set(['env', 'variables', 'init', 'sidecars']);

/** Returns a value whose mappings are in the order of their keys, so that the order in a file does not change the objects. */
export function inKeyOrder(node: Located, key?: string): Located {
  const {value, place} = node;
  if (isList(value)) {
    const items = itemsOf(node);
    const sorted = items.map((item) => inKeyOrder(item));
    return sorted.every((item, index) => item.value === items[index]?.value) ? node : listOf(sorted, place);
  }
  if (!isObject(value)) return node;
  const fields = fieldsOf(node);
  const inOrder = key !== undefined && ORDERED.has(key) ? fields : fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const sorted = inOrder.map(([name, field]) => [name, inKeyOrder(field, name)] as const);
  const isSame = sorted.every(
    ([name, field], index) => fields[index]?.[0] === name && field.value === fields[index][1].value,
  );
  return isSame ? node : mapping(place, Object.fromEntries(sorted));
}
