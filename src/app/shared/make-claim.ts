import {findStack} from '../../config/find-project.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {NO_PERMISSIONS} from '../../core/plan/permissions.ts';
import {claimIn, claimKey} from '../../core/stacks/shared-claim.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Deps} from '../deps.ts';
import {applyRelease} from '../plan/apply-release.ts';
import type {ApplyOutcome, ApplyRequest, StackRequest} from '../plan/release-requests.ts';

/** Request of `gantry shared add --claim`. `stack` names the shared stack with the recipe. */
export type MakeClaim = StackRequest &
  Pick<ApplyRequest, 'lockTimeoutSeconds' | 'show' | 'confirm' | 'wait' | 'timeoutSeconds'> & {
    /** TYPE/CLASS, as the recipe has it. */
    readonly claim: string;
  };

/**
 * Creates the resources of a recipe of a shared stack, before an application claims them. Nothing else of the stack is applied. The owner sees the
 * plan, so that the recipe may be new.
 * @throws GantryError input/usage for an unknown recipe; and as applyRelease does
 */
export async function makeClaim({claim: written, ...run}: MakeClaim, deps: Deps): Promise<ApplyOutcome> {
  const {project, stack} = await findStack({directory: run.directory ?? deps.cwd, stack: run.stack});
  const known = (stack.recipes ?? []).map(claimKey);
  const claim = claimIn(`claim:${written}`);
  if (claim === undefined || !known.includes(written))
    throw unknown(written, stackText({project: project.name, stack: stack.name}), known);
  const claims = {make: [claim], isOnly: true, isOwner: true} as const;
  return await applyRelease({...run, operation: 'apply', permissions: NO_PERMISSIONS, claims}, deps);
}

function unknown(written: string, stack: string, known: readonly string[]): GantryError {
  const near = didYouMean(written, known);
  const all =
    known.length === 0
      ? `Add it to \`claims\` in its stack.yaml: "claims: {${written}: {module: …, config: {…}}}".`
      : `Use one of: ${known.join(', ')}.`;
  return new GantryError({
    code: 'input/usage',
    message: `--claim ${written}: recipe not found in ${stack}`,
    hint: near === undefined ? all : `Did you mean ${near}?`,
  });
}
