import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {list, part} from '../model/part.ts';
import {invalid as invalidValue, notSupported} from '../model/problem.ts';
import {failed, invalid} from '../model/refusals.ts';
import type {Problem} from '../model/status.ts';
import type {DeleteOptions} from './delete.ts';

const POLICIES = ['Foreground', 'Background', 'Orphan'] as const;

/**
 * Reads `metav1.DeleteOptions` from a body; without a body, from the query.
 * @throws Refusal 422 for invalid or contradictory options
 */
export function deleteOptionsOf(body: Json | undefined, query: URLSearchParams): DeleteOptions {
  const given = part(body);
  const {kind = 'DeleteOptions', apiVersion = ''} = given;
  if (kind !== 'DeleteOptions')
    throw failed(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:110"`,
    );
  const asked = isObject(body) ? given : fromQuery(query);
  const problems = problemsOf(asked);
  if (problems.length > 0) throw invalid({group: 'meta.k8s.io', kind: 'DeleteOptions'}, '', problems);
  const {gracePeriodSeconds: grace, preconditions} = asked;
  const propagation = asked['propagationPolicy'] ?? orphanPolicy(asked['orphanDependents']);
  const {uid, resourceVersion} = part(preconditions);
  return {
    dryRun: list(asked['dryRun']).includes('All'),
    ...defined({gracePeriodSeconds: typeof grace === 'number' ? grace : undefined}),
    propagation: POLICIES.some((one) => one === propagation) ? (propagation as (typeof POLICIES)[number]) : undefined,
    ...defined({
      uid: typeof uid === 'string' ? uid : undefined,
      resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : undefined,
    }),
  };
}

/** Reads the options of a request without a body. */
function fromQuery(query: URLSearchParams): JsonObject {
  const grace = query.get('gracePeriodSeconds');
  const [orphan, propagationPolicy] = [query.get('orphanDependents'), query.get('propagationPolicy')];
  return {
    dryRun: query.getAll('dryRun'),
    ...defined({
      gracePeriodSeconds: grace === null ? undefined : Number(grace),
      orphanDependents: orphan === null ? undefined : orphan === 'true',
      propagationPolicy: propagationPolicy === null ? undefined : propagationPolicy,
    }),
  };
}

function problemsOf(options: JsonObject): readonly Problem[] {
  const {propagationPolicy: policy, orphanDependents: orphan} = options;
  const dryRun = list(options['dryRun']);
  return [
    ...(orphan !== undefined && policy !== undefined
      ? [invalidValue('propagationPolicy', policy, 'orphanDependents and deletionPropagation cannot be both set')]
      : []),
    ...(policy !== undefined && !POLICIES.some((one) => one === policy)
      ? [notSupported('propagationPolicy', policy, [...POLICIES, 'nil'])]
      : []),
    ...(dryRun.some((one) => one !== 'All') ? [notSupported('dryRun', dryRun, ['All'])] : []),
  ];
}

const orphanPolicy = (orphan: Json | undefined): string | undefined =>
  typeof orphan === 'boolean' ? (orphan ? 'Orphan' : 'Background') : undefined;
