import {GantryError} from '../../core/failure/failure.ts';
import {SOURCE_ID} from '../../core/terraform/source.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import {dependantsOf, isIn, withoutKeys} from './dependants.ts';
import {addressesIn} from './instances.ts';
import {OUTPUTS} from './outputs.ts';
import {makePlan, targetsOf} from './planning.ts';
import {isOfSource} from './request-module.ts';
import type {ResourcePlan} from './resource-plan.ts';
import {refuseUnknownParts} from './source-plan.ts';

/** A plan to make. `removed`: the addresses to delete. */
export type Planning = Pick<ResourcePlan, 'session' | 'request' | 'settings' | 'module' | 'errors'> & {
  readonly removed: readonly string[];
  readonly file: string;
};

/**
 * Returns a request whose parts are all addresses of a source but the excluded ones and what depends on them. Terraform can only plan named parts, so a plan
 * of the whole source lists them, and its graph shows what would include an excluded one.
 * @throws GantryError input/usage for a part that does not exist, and if nothing of the source is left
 */
export async function withoutParts(planning: Planning): Promise<PlanRequest> {
  const {session, request, settings, module, errors, removed, file} = planning;
  const {wanted, signal} = request;
  const excluded = wanted.excludedParts;
  if (excluded === undefined || !module.addresses.has(SOURCE_ID)) return request;
  const {ids, state} = session.stored();
  const existing = addressesIn(state).filter((address) => isOfSource(ids, address));
  const {made, graph} = await session.alone(async () => {
    await session.lay(module, settings, errors, signal);
    const targets = targetsOf(module, request, removed, existing);
    const whole = await makePlan(session, {module, targets, about: errors, signal, file});
    return {made: whole, graph: await session.graph(signal)};
  });
  refuseUnknownParts(made, wanted.parts);
  refuseUnknownParts(made, excluded, '--exclude');
  const users = dependantsOf(graph, excluded);
  const isLeft = (address: string): boolean =>
    excluded.some((part) => isIn(address, part)) || (users.has(withoutKeys(address)) && !isBeside(address, excluded));
  const own = [...module.addresses].flatMap(([id, address]) => (address !== OUTPUTS && isLeft(address) ? [id] : []));
  if (own.length > 0)
    throw wrong(
      `resources of a spec depend on ${excluded.join(', ')}: ${own.join(', ')}`,
      `Pass ${own.map((id) => `--exclude ${id}`).join(' ')} too.`,
    );
  const parts = [...made.planned.keys()].filter(
    (address) => address !== OUTPUTS && isOfSource(ids, address) && !isLeft(address),
  );
  if (parts.length === 0)
    throw wrong(`nothing of the source is left without ${excluded.join(', ')}`, `Pass --exclude ${SOURCE_ID}.`);
  return {...request, wanted: {...wanted, parts}};
}

/** Reports whether an address is in another instance of an excluded module or resource: no instance depends on another one. */
const isBeside = (address: string, excluded: readonly string[]): boolean =>
  excluded.some((part) => isIn(withoutKeys(address), withoutKeys(part)));

const wrong = (message: string, hint: string): GantryError =>
  new GantryError({code: 'input/usage', message: `--exclude: ${message}`, hint});
