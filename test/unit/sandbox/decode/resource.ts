import {builtInResources} from '../../../../src/sandbox/discovery/built-in.ts';
import {sharedComponents} from '../../../../src/sandbox/discovery/shared-components.ts';
import {type Resource, resourceKey} from '../../../../src/sandbox/model/resource.ts';
import {recordedPack} from '../../../rig/recorded-pack.ts';

const pack = recordedPack();
const known = builtInResources(pack);

/** Kubernetes' own types, which every custom resource refers to. */
export const shared = sharedComponents(pack);

/** Returns a built-in resource of the pack by its key, such as `deployments.apps`. */
export function builtIn(key: string): Resource {
  const found = known.find((resource) => resourceKey(resource) === key);
  if (found === undefined) throw new Error(`no ${key} in the pack`);
  return found;
}

/** Returns the message of a refusal. Fails if nothing is refused. */
export function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('was not refused');
}
