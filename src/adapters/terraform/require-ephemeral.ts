import {GantryError} from '../../core/failure/failure.ts';
import type {FoundTerraform} from './find-terraform.ts';
import type {RootModule} from './root-module.ts';

/** The first versions with ephemeral variables. */
const FIRST = {terraform: [1, 10], tofu: [1, 11]} as const;

/**
 * Refuses a program without ephemeral variables, if a module has one: the key of a provider would be in the plan.
 * @throws GantryError terraform/unusable
 */
export function requireEphemeral(
  {ephemeral}: Pick<RootModule, 'ephemeral'>,
  {path, product, version}: FoundTerraform,
): void {
  if (ephemeral.size === 0) return;
  const first = FIRST[product];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > first[0] || (major === first[0] && minor >= first[1])) return;
  throw new GantryError({
    code: 'terraform/unusable',
    problem: `${path} is version ${version}, which has no ephemeral variables: plans would contain the keys of providers`,
    hint: `Install ${product} ${first.join('.')} or later.`,
  });
}
