import type {JsonObject} from '../../core/json.ts';
import {importIdOf} from '../../core/resource/import-id.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {kindOf} from '../../core/resource/terraform-kind.ts';
import {defined} from '../../lib/defined.ts';
import {escapeLiteral} from './escape.ts';
import type {ModuleRequest} from './module-request.ts';
import {providerArgument} from './provider-blocks.ts';

type Importing = {
  readonly addresses: ReadonlyMap<string, string>;
  readonly kinds: ReadonlyMap<string, ReturnType<typeof kindOf>>;
};

/**
 * Returns the `import` blocks of the resources that exist at their provider and are not in the state yet; undefined if there are none. A resource
 * that is only read has no block of its own, so its import names the account.
 */
export function importsOf(
  {resources, read = [], state: {existing = new Set()}}: Pick<ModuleRequest, 'resources' | 'read' | 'state'>,
  {addresses, kinds}: Importing,
): readonly JsonObject[] | undefined {
  const blockOf = (resource: Resource, provider?: string): readonly JsonObject[] => {
    const wanted = importIdOf(resource);
    const to = addresses.get(resource.id);
    if (wanted === undefined || to === undefined || existing.has(to)) return [];
    return [{to, id: escapeLiteral(wanted), ...defined({provider})}];
  };
  const blocks = [
    ...resources.flatMap((one) => blockOf(one)),
    ...read.flatMap((one) => blockOf(one, providerArgument(one, kinds.get(one.id)))),
  ];
  return blocks.length === 0 ? undefined : blocks;
}
