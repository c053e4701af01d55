import {GantryError} from '../../core/failure/failure.ts';
import type {Ended} from './program.ts';
import {type About, errorsOf} from './said-diagnostics.ts';

/** Terraform names the provider before it: `the cached package for HOST/NAMESPACE/NAME 1.0.0 (in …) does not match any of the checksums`. */
const CHECKSUM = /does(?:n't| not) match any of the checksums/;
const PACKAGE = /package for (\S+ \S+)/;

/** Returns the failure of a command that ended with errors. */
export function failureOf(command: string, ended: Ended, about: About): GantryError {
  const diagnostics = errorsOf(ended, about);
  const provider = diagnostics.flatMap(({message}) =>
    CHECKSUM.test(message) ? (PACKAGE.exec(message)?.[1] ?? []) : [],
  )[0];
  if (provider === undefined) return new GantryError({code: 'terraform/failed', command, diagnostics});
  return new GantryError({
    code: 'terraform/unusable',
    problem: `the package of the provider ${provider} has none of the locked checksums`,
    hint: 'Find out why the package differs. If you trust it, or if only this platform is not locked, run "gantry chart lock".',
  });
}
