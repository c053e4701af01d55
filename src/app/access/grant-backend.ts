import {showBackend} from '../../config/backend/show-backend.ts';
import type {AccessRule} from '../../core/backend/access-rules.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {GrantRequest, Grants} from '../../ports/backend-access.ts';
import {grantsIn, NO_ROLES} from '../../registry/backend-grants.ts';
import type {ChosenBackend} from '../backend/choose-backend.ts';

/**
 * Returns the permissions of a role in a backend, for the tools of its vendor. Nothing is contacted.
 * @throws GantryError input/usage for a backend without permissions of its own
 */
export function grantBackend({declared}: Pick<ChosenBackend, 'declared'>, request: GrantRequest): Grants {
  const grants = grantsIn(declared, request);
  if (grants !== undefined) return grants;
  throw new GantryError({
    code: 'input/usage',
    message: `the backend ${showBackend(declared)} has no roles: ${NO_ROLES}`,
    hint: 'Name a backend that several users can share with --backend or in project.yaml. The guide docs/guides/backends.md lists them.',
  });
}

/** Returns the permissions for single rules; undefined for a backend without permissions of its own. */
export const grantRules = ({declared}: ChosenBackend, rules: readonly AccessRule[]): Grants | undefined =>
  grantsIn(declared, {name: 'gantry', rules, subjects: []});
