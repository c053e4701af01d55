import {isObject} from '../json.ts';
import {type Located, partOf, withField} from '../variation/located.ts';

/**
 * Merges values over others as Helm does: mappings are merged, everything else is replaced. A null stays, because it removes the
 * chart's own default. Every value keeps its position.
 */
export function mergeValues(below: Located, above: Located): Located {
  if (!isObject(below.value) || !isObject(above.value)) return above;
  return Object.keys(above.value).reduce((merged, key) => {
    const over = partOf(above, key) as Located;
    const under = partOf(merged, key);
    return withField(merged, key, under === undefined ? over : mergeValues(under, over));
  }, below);
}
