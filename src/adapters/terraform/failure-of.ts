import {GantryError} from '../../core/failure/failure.ts';
import type {Ended} from './program.ts';
import {type About, errorsOf} from './said-diagnostics.ts';

/** Terraform names the provider before it: `the cached package for HOST/NAMESPACE/NAME 1.0.0 (in …) does not match any of the checksums`. */
const CHECKSUM = /does(?:n't| not) match any of the checksums/;
/** The words of Terraform about a lock that the files no longer permit. */
const STALE = /locked provider (\S+) (\S+) does not match configured version constraint/;
const PACKAGE = /package for (\S+ \S+)/;

/** Returns the failure of a command that ended with errors. */
export function failureOf(command: string, ended: Ended, about: About): GantryError {
  const diagnostics = errorsOf(ended, about);
  const provider = diagnostics.flatMap(({message}) =>
    CHECKSUM.test(message) ? (PACKAGE.exec(message)?.[1] ?? []) : [],
  )[0];
  const stale = diagnostics.flatMap(({message}) => STALE.exec(message)?.slice(1) ?? []);
  if (stale.length > 0)
    return new GantryError({
      code: 'terraform/unusable',
      problem: `the provider ${stale[0]} is locked in version ${stale[1]}, but the files want another one`,
      hint: 'Run "gantry chart lock", and commit charts.lock.yaml. If the lock is `.terraform.lock.hcl` of the source, run "terraform init -upgrade" there.',
    });
  if (provider === undefined) return new GantryError({code: 'terraform/failed', command, diagnostics});
  return new GantryError({
    code: 'terraform/unusable',
    problem: `the package of the provider ${provider} has none of the locked checksums`,
    hint: 'Find out why the package differs. If you trust it, or if only this platform is not locked, run "gantry chart lock".',
  });
}
