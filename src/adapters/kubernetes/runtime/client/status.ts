import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {defined} from '../../../../lib/defined.ts';
import {shortenEcho} from './shorten-echo.ts';

/** An entry of the details of a Status. */
export type StatusCause = {readonly field: string; readonly reason: string; readonly message: string};

/** A field that another manager owns, as the server names it in a 409. */
export type FieldConflict = {
  /** The field in the server's notation: `.spec.template.spec.containers[name="app"].image`. */
  readonly field: string;
  readonly manager: string;
  /** The operation. `Update` managers have an apiVersion and a time; `Apply` managers do not. */
  readonly operation: 'Apply' | 'Update';
  readonly subresource?: string;
  readonly apiVersion?: string | undefined;
  readonly time?: string;
};

/** The facts of every refusal. Secrets are removed before they are passed on. */
export type RefusalFacts = {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly causes: readonly StatusCause[];
  /** The object that the server names: for an admission that failed elsewhere, it is not the object that was sent. */
  readonly subject?: {readonly group: string; readonly kind: string; readonly name: string};
  readonly retryAfterSeconds?: number;
};

/** A refusal of the server, by what it means to the caller. */
export type Refusal = RefusalFacts &
  (
    | {readonly kind: 'conflict'; readonly conflicts: readonly FieldConflict[]}
    /** `authorization`: the user lacks the permission; `admission`: quota, policy, a missing service account, a namespace that is being deleted. */
    | {readonly kind: 'forbidden'; readonly by: 'authorization' | 'admission'}
    | {
        readonly kind: /** The object moved: another resourceVersion, or another uid. */
          | 'stale'
          /** 400, 422: the object is wrong, or the change is forbidden. */
          | 'invalid'
          /** The 500 with which a server answers an unknown field, a wrong type or a duplicate key. */
          | 'wrong-input'
          | 'not-found'
          | 'already-exists'
          | 'unauthorized'
          /** 410: a resourceVersion or a continue token has expired. */
          | 'expired'
          /** 429, 502, 503 or 504 after all retries. */
          | 'unavailable'
          | 'other';
      }
  );

/**
 * Parses an answer with a status of 400 and up: a metav1.Status, or the answer of a proxy. Secrets must be removed from
 * a text before: only its beginning is kept, and half a secret could not be recognized.
 */
export function refusalOf(status: number, body: Json | string | undefined, retryAfter?: string): Refusal {
  const facts = factsOf(status, body, retryAfter);
  const conflicts = facts.causes.flatMap(conflictOf);
  if (status === 409 && conflicts.length > 0) return {...facts, kind: 'conflict', conflicts};
  if (status === 403)
    return {...facts, kind: 'forbidden', by: authorizationText.test(facts.message) ? 'authorization' : 'admission'};
  return {...facts, kind: kindOf(facts)};
}

/** Matches the refusal of RBAC and other authorizers: `deployments.apps is forbidden: User "x" cannot patch resource ...`. */
const authorizationText = /\bUser "[^"]*" cannot \w+ /;
const wrongInputText =
  /^(?:failed to create typed|failed to convert|error when converting)|\S: field not declared in schema/;

type PlainKind = Exclude<Refusal['kind'], 'conflict' | 'forbidden'>;

const KIND_BY_STATUS: Readonly<Record<number, PlainKind>> = {
  400: 'invalid',
  401: 'unauthorized',
  404: 'not-found',
  410: 'expired',
  413: 'invalid',
  415: 'invalid',
  422: 'invalid',
  429: 'unavailable',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

function kindOf({status, reason, message, causes}: RefusalFacts): PlainKind {
  if (status === 409 && reason === 'AlreadyExists') return 'already-exists';
  if (status === 409 && reason === 'Conflict') return 'stale';
  // We send the uid that we read: another one means that the object was recreated.
  if (status === 422 && causes.some(({field}) => field === 'metadata.uid')) return 'stale';
  if (status === 500 && wrongInputText.test(message)) return 'wrong-input';
  return KIND_BY_STATUS[status] ?? 'other';
}

function factsOf(status: number, body: Json | string | undefined, retryAfter?: string): RefusalFacts {
  const isStatus = typeof body === 'object' && isObject(body) && body['kind'] === 'Status';
  if (!isStatus) {
    const message = typeof body === 'string' ? body.trim().slice(0, 500) : '';
    return {
      status,
      reason: '',
      message: message === '' ? `HTTP ${status}` : message,
      causes: [],
      ...seconds(retryAfter),
    };
  }
  const details = isObject(body['details']) ? body['details'] : {};
  const causes = isList(details['causes']) ? details['causes'].filter(isObject).map(causeOf) : [];
  const subject = {group: text(details['group']), kind: text(details['kind']), name: text(details['name'])};
  const given = details['retryAfterSeconds'];
  const retry = retryAfter ?? (typeof given === 'number' ? `${given}` : undefined);
  return {
    status,
    reason: text(body['reason']),
    message: shortenEcho(text(body['message'])),
    causes,
    ...defined({subject: subject.kind === '' && subject.name === '' ? undefined : subject}),
    ...seconds(retry),
  };
}

const causeOf = (cause: JsonObject): StatusCause => ({
  field: text(cause['field']),
  reason: text(cause['reason']),
  message: shortenEcho(text(cause['message'])),
});

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Parses Retry-After in seconds. A date, which a proxy may send, is ignored. */
function seconds(retryAfter: string | undefined): {retryAfterSeconds?: number} {
  const value = Number(retryAfter);
  return retryAfter !== undefined && Number.isFinite(value) && value >= 0 ? {retryAfterSeconds: value} : {};
}

/** Matches `conflict with "kubectl-edit" with subresource "scale" using apps/v1 at 2026-01-01T00:00:00Z`. */
const conflictText =
  /^conflict with ("(?:[^"\\]|\\.)*")(?: with subresource ("(?:[^"\\]|\\.)*"))?(?: using (\S+)(?: at (\S+))?)?$/;

function conflictOf({field, reason, message}: StatusCause): readonly FieldConflict[] {
  if (reason !== 'FieldManagerConflict') return [];
  const [, manager, subresource, apiVersion, time] = conflictText.exec(message) ?? [];
  return [
    {
      field,
      manager: manager === undefined ? message : unquote(manager),
      operation: apiVersion === undefined ? 'Apply' : 'Update',
      ...defined({subresource: subresource === undefined ? undefined : unquote(subresource)}),
      apiVersion,
      ...defined({time}),
    },
  ];
}

/** Unquotes a Go string. Go quotes like JSON, except for characters that no manager's name contains. */
function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}
