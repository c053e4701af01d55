import type {ResourceState} from '../../core/release/resource-state.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {StepReport} from '../../engine/step-report.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';

type Run = {
  readonly reports: readonly StepReport[];
  readonly changes: readonly PlannedChange[];
};

/**
 * Returns the state of the stack after a run, per resource: the answer of the step; for a step that did nothing or failed without an
 * answer, the earlier state. A deleted, gone or forgotten resource leaves the state when its step is done; a replaced one also when its
 * step failed after the old object was deleted.
 */
export function releaseState({reports, changes}: Run): readonly ResourceState[] {
  const planned = new Map(changes.map((change) => [change.change.id, change]));
  return reports.flatMap((report) => {
    // The object of a hook belongs to no release.
    if (report.action === 'run') return [];
    if (report.state !== undefined) return [report.state];
    if (report.absent || (report.outcome === 'done' && LEAVES.has(report.action))) return [];
    return planned.get(report.id)?.state ?? [];
  });
}

const LEAVES: ReadonlySet<string> = new Set(['delete', 'gone', 'forget']);

/** Returns the spec as the release stores it: literal secrets are typed redacted values, so that the record never holds a value. */
export function redactedSpec(resources: readonly Resource[], changes: readonly PlannedChange[]): readonly Resource[] {
  const attributesOf = new Map(changes.map(({change, redacted}) => [change.id, redacted]));
  return resources.map((resource) => {
    const attributes = attributesOf.get(resource.id)?.();
    if (attributes === undefined) throw new Error(`no redacted attributes for ${resource.id}`);
    return {...resource, attributes};
  });
}
