import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {MissingPermission} from '../../core/plan/missing-permission.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {defined} from '../../lib/defined.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';
import type {Preflight} from '../../ports/preflight.ts';
import type {Deps} from '../deps.ts';
import type {PreparedPlan} from './prepared-plan.ts';

type Prepared = Pick<PreparedPlan, 'plan' | 'changes' | 'cluster'> & Partial<Pick<PreparedPlan, 'preflight'>>;

type Run = {
  /** False if the run does not wait for readiness. */
  readonly wait: boolean;
  /** Shows the refused plan: an error alone would make the user run a preview. */
  readonly show?: ((plan: Plan) => void) | undefined;
};

/**
 * Refuses a plan whose permissions the user lacks, all at once, before anything is written. This includes refused dry runs, and changes
 * that no dry run covers (deletions, objects of a kind or namespace created by the same plan). Otherwise an apply would fail half-way, and
 * a strict preview would promise too much. If a server does not answer permission checks, its answer to the write counts.
 * @throws GantryError permission/denied
 */
export async function refuseForbidden(
  prepared: Prepared,
  {wait, show}: Run,
  deps: Pick<Deps, 'onEvent'>,
): Promise<void> {
  const {plan, changes, cluster} = prepared;
  const found: Preflight = (await prepared.preflight?.({wait})) ?? {denials: [], diagnostics: []};
  const {denials, deferred = [], user, diagnostics} = found;
  for (const diagnostic of diagnostics) deps.onEvent({type: 'diagnostic', diagnostic});
  const reported = new Set([...denials.flatMap(({ids}) => ids), ...deferred]);
  const refused = changes.filter(({change, denied}) => denied !== undefined && !reported.has(change.id));
  if (denials.length + refused.length === 0) return;
  show?.(plan);
  throw new GantryError(failureOf(cluster.server, {denials, user, refused}));
}

type Lacks = {
  readonly denials: readonly MissingPermission[];
  /** Absent if the server does not report the user. */
  readonly user: string | undefined;
  readonly refused: readonly PlannedChange[];
};

function failureOf(server: string, {denials, user, refused}: Lacks): Failure {
  const diagnostics = [...denials.map((denial) => missingPermission(denial, user)), ...refused.flatMap(refusedChange)];
  return {
    code: 'permission/denied',
    server,
    action: 'do all of this plan',
    detail: diagnostics.map(({message}) => message).join('; '),
    ...defined({denials: denials.length === 0 ? undefined : denials}),
    diagnostics,
  };
}

/** Describes a missing permission in the words of the API server. */
function missingPermission(
  {verb, group, resource, namespace, names, ids}: MissingPermission,
  user: string | undefined,
): Diagnostic {
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const [id] = ids;
  const which = names === undefined ? '' : ` named ${some(names)}`;
  return {
    severity: 'error',
    code: 'permission/missing',
    message: `${user === undefined ? 'you' : `User "${user}"`} cannot ${verb} resource "${resource}" in API group "${group}" ${where}${which}${ids.length > 1 ? `: ${some(ids)}` : ''}`,
    ...defined({resource: ids.length === 1 && id !== undefined ? id : undefined}),
  };
}

const refusedChange = ({change, denied}: PlannedChange): readonly Diagnostic[] =>
  denied === undefined
    ? []
    : [
        {
          severity: 'error',
          code: 'permission/refused',
          message: `${denied.action}: ${denied.detail}`,
          resource: change.id,
        },
      ];

const SHOWN = 3;

const some = (texts: readonly string[]): string =>
  texts.length <= SHOWN
    ? texts.join(', ')
    : `${texts.slice(0, SHOWN - 1).join(', ')} and ${texts.length - SHOWN + 1} more`;
