import type {Release} from '../core/release/release.ts';
import type {PreparedPlan} from './prepare-plan.ts';
import {isSettled} from './release/is-settled.ts';
import {sealedSpec} from './release-state.ts';

type Prepared = Pick<PreparedPlan, 'loaded' | 'leftOut' | 'changes' | 'series'>;

/** What a release keeps as wanted: what its plan looked at, and what that left out just as the last release had it. */
export function releaseSpec(
  prepared: Prepared,
  {wait}: {readonly wait: boolean} = {wait: true},
): Pick<Release, 'spec' | 'expandable' | 'own' | 'unsettled'> {
  const {loaded, leftOut, changes, series} = prepared;
  const spec = [...sealedSpec(loaded.resources, changes), ...leftOut.spec].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const own = ownTexts(prepared);
  const wasExpandable = new Set(series.last?.expandable ?? loaded.expandable);
  const left = new Set(leftOut.spec.map(({id}) => id));
  return {
    spec,
    expandable: spec.map(({id}) => id).filter((id) => (left.has(id) ? wasExpandable : loaded.expandable).has(id)),
    ...(Object.keys(own).length === 0 ? {} : {own}),
    ...((leftOut.state.length > 0 || !wait) && !isSettled(series) ? {unsettled: true as const} : {}),
  };
}

function ownTexts({leftOut, changes, series}: Prepared): NonNullable<Release['own']> {
  const now = changes.flatMap(({change, sealedOwn}) =>
    sealedOwn === undefined ? [] : [[change.id, sealedOwn()] as const],
  );
  const before = leftOut.spec.flatMap(({id}) => {
    const own = series.last?.own?.[id];
    return own === undefined ? [] : [[id, own] as const];
  });
  return Object.fromEntries([...before, ...now]);
}
