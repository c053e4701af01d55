import {GantryError} from '../../core/failure/failure.ts';
import type {RequiredProvider} from '../../core/resource/terraform-kind.ts';
import type {LockedProvider, TerraformLock} from '../../core/resource/terraform-lock.ts';
import {parseLockText} from '../../core/terraform/lock-text.ts';
import type {FoundTerraform} from './find-terraform.ts';
import type {LaidSource} from './lay-source.ts';

type LockedVersions = {
  readonly lock: TerraformLock | undefined;
  /** The dependency lock file of the source, or of the last run. */
  readonly last: string | undefined;
  /** Terraform code beside the module. */
  readonly source?: Pick<LaidSource, 'lock'> | undefined;
};

/**
 * Returns the locked versions of the providers of a module: those of the lock file of the stack, and else those of the last run, which the state
 * has. A version of the last run does not count if the files want another one.
 * @throws GantryError terraform/unusable if the lock file of the stack has another version than the files
 */
export function lockedProviders(
  providers: readonly RequiredProvider[],
  {lock, last, source: code}: LockedVersions,
): readonly LockedProvider[] {
  const before = parseLockText(last ?? '');
  const own = providers.flatMap(({source, version}) => {
    const pinned = lock?.providers.find((one) => one.source === source);
    if (pinned !== undefined && version !== undefined && pinned.version !== version)
      throw new GantryError({
        code: 'terraform/unusable',
        problem: `charts.lock.yaml has the provider ${source} ${pinned.version}, but the files want ${version}`,
        hint: 'Run "gantry chart lock", and commit charts.lock.yaml.',
      });
    const found = pinned ?? before.find((one) => one.source === source && (version ?? one.version) === one.version);
    return found === undefined ? [] : [found];
  });
  if (code === undefined) return own;
  // Modules in the files may require more providers.
  const known = new Set([...providers, ...parseLockText(code.lock ?? '')].map(({source}) => source));
  return [...own, ...(lock?.providers ?? []).filter(({source}) => !known.has(source))];
}

/** Refuses a program that is not the locked one. @throws GantryError terraform/unusable */
export function requireLocked({path, product, version}: FoundTerraform, lock: TerraformLock | undefined): void {
  if (lock === undefined || (lock.program === product && lock.version === version)) return;
  throw new GantryError({
    code: 'terraform/unusable',
    problem: `${path} is ${product} ${version}, but charts.lock.yaml has ${lock.program} ${lock.version}`,
    hint: `Install ${lock.program} ${lock.version}, or run "gantry chart lock --upgrade" to lock ${product} ${version}, and commit charts.lock.yaml.`,
  });
}
