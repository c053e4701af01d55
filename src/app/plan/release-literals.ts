import type {Release} from '../../core/release/release.ts';
import {digestsIn, type Literals, NO_LITERALS} from '../../core/sealing/literals.ts';
import {readLiterals} from '../../engine/sealing/sealed-literals.ts';
import type {PreparedPlan} from './prepared-plan.ts';

type Prepared = Pick<PreparedPlan, 'source' | 'records' | 'hooks' | 'changes' | 'hookLiterals'> & {
  readonly scope: Pick<PreparedPlan['scope'], 'leftOut'>;
};

/**
 * Returns the values that a release records as digests: the literal secrets of its resources and hooks. Parts that come from an earlier
 * release are redacted already, and their values are those of that release.
 */
export async function releaseLiterals(
  {source, records: {backend, history}, hooks, changes, hookLiterals, scope}: Prepared,
  {hooks: recorded = []}: Pick<Release, 'hooks'>,
): Promise<Literals> {
  const own = [
    ...changes.flatMap(({literals}) => [...(literals?.() ?? NO_LITERALS)]),
    ...hooks.sources.flatMap((one) => one.hooks).flatMap((hook) => [...(hookLiterals?.(hook) ?? NO_LITERALS)]),
  ];
  const found = new Map(own);
  const kept = [...scope.leftOut.spec, ...recorded.flatMap((one) => one.hooks)].flatMap((one) =>
    digestsIn(one.attributes),
  );
  const missing = kept.filter((digest) => !found.has(digest));
  if (missing.length === 0) return found;
  const before = history.last === undefined ? NO_LITERALS : await readLiterals(backend, history.last);
  for (const digest of missing) {
    const value = source.literals?.get(digest) ?? before.get(digest);
    if (value !== undefined) found.set(digest, value);
  }
  return found;
}
