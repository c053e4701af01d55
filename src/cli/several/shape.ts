import type {PlanFlags} from '../../app/plan/release-requests.ts';
import {readShape, type ShapeFlags} from '../flags/plan-flags.ts';
import {readRevision} from '../flags/saved-plan.ts';
import {refuseForSeveral} from '../flags/several-flags.ts';
import type {Session} from '../session.ts';

/** Returns the flags that shape the plans of several stacks. Flags for one stack are refused. */
export function shapeForSeveral(
  flags: ShapeFlags & {readonly revision?: string | undefined},
  session: Pick<Session, 'globals' | 'deps'>,
): PlanFlags & {readonly revision?: 'current' | undefined} {
  refuseForSeveral({
    '--spec-file': flags.specFile,
    '--target': flags.target,
    '--exclude': flags.exclude,
    '--revision with a number': flags.revision === 'current' ? undefined : flags.revision,
  });
  const {revision} = readRevision(flags);
  return {...readShape(flags, session), revision: revision === 'current' ? revision : undefined};
}
