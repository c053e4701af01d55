import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {JsonPath} from '../../../../core/json.ts';
import type {Refusal, StatusCause} from '../client/status.ts';
import type {Candidate} from './candidate.ts';

/** The server's "no" as the user reads it: one diagnostic for each field that it names, at the line where that was written. */
export function refusalDiagnostics({resource, origin, identity}: Candidate, refusal: Refusal): readonly Diagnostic[] {
  const at = (path: JsonPath) => (origin === undefined ? {} : {at: origin.position(path)});
  const named = refusal.causes.filter(({field, message}) => field !== '' && message !== '');
  if (named.length === 0) {
    const hint = hintFor(refusal, identity.namespace);
    return [
      {
        severity: 'error',
        code: 'object/refused',
        message: `the server refuses it: ${refusal.message}`,
        resource: resource.id,
        ...at([]),
        ...(hint === undefined ? {} : {hint}),
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

/** `spec.containers[0].image` → the path in the user's file. Names in brackets, as in labels[a/b], stay one step. */
function pathOfCause({field}: StatusCause): JsonPath {
  return [...field.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)].map(([, bracketed, name]) =>
    bracketed === undefined
      ? (name ?? '')
      : /^\d+$/.test(bracketed)
        ? Number(bracketed)
        : bracketed.replace(/^"|"$/g, ''),
  );
}

function hintFor({kind, subject}: Refusal, namespace: string | undefined): string | undefined {
  if (kind !== 'not-found' || namespace === undefined || subject?.kind !== 'namespaces') return undefined;
  return `add the Namespace ${namespace} to the stack, or write \`namespace: ${namespace}\` in stack.yaml to have it made`;
}
