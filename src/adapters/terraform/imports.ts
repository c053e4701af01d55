import type {JsonObject} from '../../core/json.ts';
import {importIdOf} from '../../core/resource/import-id.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {escapeLiteral} from './escape.ts';

/** Returns the `import` blocks of the resources that exist at their provider and are not in the state yet; undefined if there are none. */
export function importsOf(
  {
    resources,
    existing = new Set(),
  }: {
    readonly resources: readonly Resource[];
    /** The addresses in the state. */
    readonly existing?: ReadonlySet<string>;
  },
  addresses: ReadonlyMap<string, string>,
): readonly JsonObject[] | undefined {
  const blocks = resources.flatMap((resource) => {
    const wanted = importIdOf(resource);
    const to = addresses.get(resource.id);
    return wanted === undefined || to === undefined || existing.has(to) ? [] : [{to, id: escapeLiteral(wanted)}];
  });
  return blocks.length === 0 ? undefined : blocks;
}
