import {builtInResources} from '../../../../src/sandbox/discovery/built-in.ts';
import {openPack} from '../../../../src/sandbox/discovery/pack.ts';
import {sharedComponents} from '../../../../src/sandbox/discovery/shared-components.ts';
import {type Resource, resourceKey} from '../../../../src/sandbox/model/resource.ts';

const pack = openPack(new URL('../../../../src/sandbox/pack/', import.meta.url));
const known = builtInResources(pack);

/** Kubernetes' own types, which every custom resource refers to. */
export const shared = sharedComponents(pack);

/** A built-in resource by its key, `deployments.apps`, as the pack has it. */
export function builtIn(key: string): Resource {
  const found = known.find((resource) => resourceKey(resource) === key);
  if (found === undefined) throw new Error(`no ${key} in the pack`);
  return found;
}

/** What a refusal says; what was not refused is a failure. */
export function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('was not refused');
}
