import type {Release} from '../../core/release/release.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import {isSettled} from '../release/is-settled.ts';
import type {PlanRecords, PlanScope} from './plan-input.ts';
import type {PreparedPlan} from './prepared-plan.ts';
import {redactedSpec} from './release-state.ts';

type Prepared = Pick<PreparedPlan, 'changes'> & {
  readonly scope: Pick<PlanScope, 'loaded' | 'leftOut'>;
  readonly records: Pick<PlanRecords, 'history'>;
};

/** Returns the spec that a release records: the part in the plan, and the rest unchanged from the last release. */
export function releaseSpec(
  prepared: Prepared,
  {wait}: {readonly wait: boolean} = {wait: true},
): Pick<Release, 'spec' | 'expandable' | 'stackAttributes' | 'unsettled'> {
  const {
    changes,
    records: {history},
  } = prepared;
  const {loaded, leftOut} = prepared.scope;
  const spec = [...redactedSpec(loaded.resources, changes), ...leftOut.spec].toSorted((a, b) =>
    compareNaturally(a.id, b.id),
  );
  const stackAttributes = withoutVariation(prepared);
  const wasExpandable = new Set(history.last?.expandable ?? loaded.expandable);
  const left = new Set(leftOut.spec.map(({id}) => id));
  return {
    spec,
    expandable: spec.map(({id}) => id).filter((id) => (left.has(id) ? wasExpandable : loaded.expandable).has(id)),
    ...defined({
      stackAttributes: Object.keys(stackAttributes).length === 0 ? undefined : stackAttributes,
      unsettled: (leftOut.state.length > 0 || !wait) && !isSettled(history) ? (true as const) : undefined,
    }),
  };
}

/** Returns the attributes of the stack's own files for the resources that the workspace changes. */
function withoutVariation({
  scope: {leftOut},
  changes,
  records: {history},
}: Prepared): NonNullable<Release['stackAttributes']> {
  const now = changes.flatMap(({change, redactedOwn}) =>
    redactedOwn === undefined ? [] : [[change.id, redactedOwn()] as const],
  );
  const before = leftOut.spec.flatMap(({id}) => {
    const attributes = history.last?.stackAttributes?.[id];
    return attributes === undefined ? [] : [[id, attributes] as const];
  });
  return Object.fromEntries([...before, ...now]);
}
