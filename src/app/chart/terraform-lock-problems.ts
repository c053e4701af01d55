import type {LoadedResources} from '../../config/load-resources.ts';
import {LOCK_FILE} from '../../config/own-files.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {requiredProviders} from '../../core/resource/required-providers.ts';
import {REGISTRY, type TerraformLock} from '../../core/resource/terraform-lock.ts';
import {isTerraformSource, SOURCE_ID} from '../../core/terraform/source.ts';
import {unlockedProviders} from '../../core/terraform/source-providers.ts';
import {defined} from '../../lib/defined.ts';

/** Compares the Terraform resources of a stack with its lock file. Returns an error for each provider that is not locked, or in another version. */
export function terraformLockProblems(
  {resources, origins}: Pick<LoadedResources, 'resources' | 'origins'>,
  lock: TerraformLock | undefined,
): readonly Diagnostic[] {
  const first = resources.find(({type}) => type === 'Terraform');
  if (first === undefined) return [];
  const stale = (resource: string, message: string): Diagnostic => ({
    severity: 'error',
    code: 'source/lock-stale',
    message,
    ...defined({at: origins.get(resource)?.position([])}),
    resource,
    hint: `Run "gantry chart lock", and commit ${LOCK_FILE}.`,
  });
  if (lock === undefined) return [stale(first.id, 'the version of terraform is not locked')];
  const registry = REGISTRY[lock.program];
  const ofCode = resources
    .filter(isTerraformSource)
    .flatMap((one) => unlockedProviders(one, registry))
    .map(({source}) => ({source, version: undefined, resource: SOURCE_ID}));
  return [...requiredProviders(resources, registry), ...ofCode].flatMap(({source, version, resource}) => {
    const locked = lock.providers.find((one) => one.source === source);
    if (locked === undefined) return [stale(resource, `the provider ${source} is not locked`)];
    if (version === undefined || version === locked.version) return [];
    return [
      stale(
        resource,
        `the lock of the provider ${source} no longer applies: ${LOCK_FILE} has ${locked.version}, but the files want ${version}`,
      ),
    ];
  });
}
