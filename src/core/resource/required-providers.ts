import type {Resource} from './resource.ts';
import {kindOf, type RequiredProvider} from './terraform-kind.ts';

/** A provider, and the first resource that needs it. */
export type NeededProvider = RequiredProvider & {readonly resource: string};

/** Returns the providers of Terraform resources, each once. A version that any resource names counts. `registry` is the host of addresses without one. */
export function requiredProviders(resources: readonly Resource[], registry?: string): readonly NeededProvider[] {
  const found = new Map<string, NeededProvider>();
  for (const resource of resources) {
    const kind = resource.type === 'Terraform' ? kindOf(resource, registry) : undefined;
    const provider = typeof kind === 'object' ? kind.provider : undefined;
    if (provider === undefined) continue;
    const known = found.get(provider.source);
    if (known === undefined || (known.version === undefined && provider.version !== undefined))
      found.set(provider.source, {...provider, resource: known?.resource ?? resource.id});
  }
  return [...found.values()];
}
