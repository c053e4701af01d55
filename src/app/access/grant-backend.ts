import {showBackend} from '../../config/backend/show-backend.ts';
import type {AccessRule} from '../../core/backend/access-rules.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {GrantRequest, Grants} from '../../ports/backend-access.ts';
import {descriptorOf} from '../../registry/backends.ts';
import type {ChosenBackend} from '../backend/choose-backend.ts';

/**
 * Returns the permissions of a role in a backend, for the tools of its vendor. Nothing is contacted.
 * @throws GantryError config/not-supported for a backend without permissions of its own
 */
export async function grantBackend(
  {declared}: Pick<ChosenBackend, 'declared'>,
  request: GrantRequest,
): Promise<Grants> {
  const {grants} = descriptorOf(declared).access;
  if (typeof grants === 'function') return grants(declared, request);
  throw new GantryError({
    code: 'input/usage',
    message: `the backend ${showBackend(declared)} has no roles: ${grants.none}`,
    hint: 'Name a backend that several users can share with --backend or in project.yaml. The guide docs/guides/backends.md lists them.',
  });
}

/** Returns the permissions for single rules; undefined for a backend without permissions of its own. */
export const grantRules = async (chosen: ChosenBackend, rules: readonly AccessRule[]): Promise<Grants | undefined> =>
  typeof descriptorOf(chosen.declared).access.grants === 'function'
    ? grantBackend(chosen, {name: 'gantry', rules, subjects: []})
    : undefined;
