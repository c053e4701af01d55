import {readLockFile} from '../../config/sources/helm/chart-lock-file.ts';
import {isError} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {TerraformLock} from '../../core/resource/terraform-lock.ts';

/** Reads the part of the lock file of a stack for its Terraform resources. @throws GantryError input/invalid */
export function terraformLockIn(stackDir: string): TerraformLock | undefined {
  const {lock, diagnostics} = readLockFile(stackDir);
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics});
  return lock.terraform;
}
