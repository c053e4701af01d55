import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {Denial} from '../../core/plan/denial.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';
import type {Preflight} from '../../ports/preflight.ts';
import type {Deps} from '../deps.ts';
import type {PreparedPlan} from './prepared-plan.ts';

type Prepared = Pick<PreparedPlan, 'plan' | 'changes' | 'cluster'> & Partial<Pick<PreparedPlan, 'preflight'>>;

type Run = {
  /** False: nothing needs to be seen. */
  readonly wait: boolean;
  /** Shows the plan that is refused: an error alone would send the user to a preview. */
  readonly show?: ((plan: Plan) => void) | undefined;
};

/**
 * What the user may not do of a plan, all at once, before anything is written: what dry runs were refused, and what no dry run
 * has shown (deletions, objects of a kind or namespace of this very plan). An apply would fail half-way, a strict preview
 * promises too much. A server that does not answer such questions is taken by its word when it writes.
 * @throws GantryError permission/denied
 */
export async function refuseForbidden(
  prepared: Prepared,
  {wait, show}: Run,
  deps: Pick<Deps, 'onEvent'>,
): Promise<void> {
  const {plan, changes, cluster} = prepared;
  const found: Preflight = (await prepared.preflight?.({wait})) ?? {denials: [], diagnostics: []};
  const {denials, excused = [], user, diagnostics} = found;
  for (const diagnostic of diagnostics) deps.onEvent({type: 'diagnostic', diagnostic});
  const told = new Set([...denials.flatMap(({ids}) => ids), ...excused]);
  const refused = changes.filter(({change, denied}) => denied !== undefined && !told.has(change.id));
  if (denials.length + refused.length === 0) return;
  show?.(plan);
  throw new GantryError(failureOf(cluster.server, {denials, user, refused}));
}

type Lacks = {
  readonly denials: readonly Denial[];
  /** Absent: the server does not say who asks. */
  readonly user: string | undefined;
  readonly refused: readonly PlannedChange[];
};

function failureOf(server: string, {denials, user, refused}: Lacks): Failure {
  const diagnostics = [...denials.map((denial) => missingRight(denial, user)), ...refused.flatMap(refusedChange)];
  return {
    code: 'permission/denied',
    server,
    action: 'do all of this plan',
    detail: diagnostics.map(({message}) => message).join('; '),
    ...(denials.length === 0 ? {} : {denials}),
    diagnostics,
  };
}

/** In the words of the server's own refusals. */
function missingRight({verb, group, resource, namespace, names, ids}: Denial, user: string | undefined): Diagnostic {
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const [id] = ids;
  const which = names === undefined ? '' : ` named ${some(names)}`;
  return {
    severity: 'error',
    code: 'permission/missing',
    message: `${user === undefined ? 'you' : `User "${user}"`} cannot ${verb} resource "${resource}" in API group "${group}" ${where}${which}${ids.length > 1 ? `: ${some(ids)}` : ''}`,
    ...(ids.length === 1 && id !== undefined ? {resource: id} : {}),
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
