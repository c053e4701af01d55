import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {JsonPath} from '../../../../core/json.ts';
import {defined} from '../../../../lib/defined.ts';
import type {Refusal, StatusCause} from '../client/status.ts';
import type {Candidate} from './candidate.ts';
import {sizeProblem} from './size-problem.ts';

/** A candidate and the server's refusal; without a refusal there is no diagnostic. */
export type Refused = {readonly target: Candidate; readonly refusal?: Refusal};

/** Returns diagnostics for refused objects, at the user's lines. A missing namespace is reported once, however many objects are in it. */
export function refusalDiagnostics(refused: readonly Refused[]): readonly Diagnostic[] {
  const alike = Map.groupBy(refused, ({target, refusal}) => refusal && missingNamespace(target, refusal));
  return refused.flatMap((one) => {
    if (one.refusal === undefined) return [];
    const namespace = missingNamespace(one.target, one.refusal);
    if (namespace === undefined) return oneRefusal(one.target, one.refusal);
    const all = alike.get(namespace) ?? [];
    return all[0] === one ? [namespaceDiagnostic(namespace, one.target, all.length - 1)] : [];
  });
}

function namespaceDiagnostic(namespace: string, {resource, origin}: Candidate, others: number): Diagnostic {
  const rest = others === 0 ? '' : `; the same applies to ${others} other object${others === 1 ? '' : 's'} in it`;
  return {
    severity: 'error',
    code: 'object/refused',
    message: `it cannot be created, because namespace ${namespace} does not exist${rest}`,
    resource: resource.id,
    ...defined({at: origin === undefined ? undefined : origin.position([])}),
    hint: `add the Namespace ${namespace} to the stack, or write \`namespace: ${namespace}\` in stack.yaml to have it created`,
  };
}

function missingNamespace({identity}: Candidate, {kind, subject}: Refusal): string | undefined {
  return kind === 'not-found' && subject?.kind === 'namespaces' ? identity.namespace : undefined;
}

/** Converts a refusal to diagnostics: one for each field that the server names, at the line where it was written. */
function oneRefusal({resource, origin, kind}: Candidate, refusal: Refusal): readonly Diagnostic[] {
  const at = (path: JsonPath) => (origin === undefined ? {} : {at: origin.position(path)});
  const size = sizeProblem(kind.resource.kind, refusal);
  if (size !== undefined)
    return [{severity: 'error', code: 'object/refused', resource: resource.id, ...size, ...at([size.path])}];
  const named = refusal.causes.filter(({field, message}) => field !== '' && message !== '');
  if (named.length === 0) {
    return [
      {
        severity: 'error',
        code: 'object/refused',
        message: `the server refuses it: ${refusal.message}`,
        resource: resource.id,
        ...at([]),
      },
    ];
  }
  return named.map((cause) => ({
    severity: 'error',
    code: 'object/refused',
    message: `${cause.field}: ${cause.message}`,
    resource: resource.id,
    path: cause.field,
    ...at(pathOfCause(cause)),
  }));
}

/** Converts `spec.containers[0].image` to a path in the user's file. Names in brackets, as in labels[a/b], stay one step. */
function pathOfCause({field}: StatusCause): JsonPath {
  return [...field.matchAll(/\[([^\]]*)\]?|([^.[\]]+)/g)].map(([, bracketed, name]) =>
    bracketed === undefined
      ? (name ?? '')
      : /^\d+$/.test(bracketed)
        ? Number(bracketed)
        : bracketed.replace(/^"|"$/g, ''),
  );
}
