import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {type GroupResource, resourceKey} from './resource.ts';
import {type Problem, Refusal} from './status.ts';

/** Errors of apimachinery's `errors` package, with the same names. */

const details = ({group, plural}: GroupResource, name: string): JsonObject => ({
  ...defined({name: name === '' ? undefined : name, group: group === '' ? undefined : group}),
  kind: plural,
});

/** Returns the 404 for a missing object. */
export const notFound = (resource: GroupResource, name: string): Refusal =>
  new Refusal({
    code: 404,
    reason: 'NotFound',
    message: `${resourceKey(resource)} "${name}" not found`,
    details: details(resource, name),
  });

/** Returns the 404 for an unknown path. */
export const noSuchPath = (): Refusal =>
  new Refusal({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
    details: {},
  });

/** Returns the 409 of a creation. `isTerminating`: the object with this name is being deleted and waits for its finalizers. */
export const alreadyExists = (resource: GroupResource, name: string, isGoing: boolean): Refusal =>
  new Refusal({
    code: 409,
    reason: 'AlreadyExists',
    message: `${isGoing ? 'object is being deleted: ' : ''}${resourceKey(resource)} "${name}" already exists`,
    details: details(resource, name),
  });

/** Returns the 409 of optimistic concurrency. Clients read the object again and retry. */
export const conflict = (resource: GroupResource, name: string, because: string): Refusal =>
  new Refusal({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${resourceKey(resource)} "${name}": ${because}`,
    details: details(resource, name),
  });

/** The server's reason of a conflict for a resourceVersion that is not the current one. */
export const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again';

/** Returns the 403 of admission and authorization. An empty name is left out of the message. */
export const forbidden = (
  resource: GroupResource,
  name: string,
  because: string,
  causes?: readonly JsonObject[],
): Refusal =>
  new Refusal({
    code: 403,
    reason: 'Forbidden',
    message: `${resourceKey(resource)}${name === '' ? '' : ` "${name}"`} is forbidden: ${because}`,
    details: {...details(resource, name), ...defined({causes})},
  });

/** Returns the 400 for an invalid request. */
export const badRequest = (message: string): Refusal => new Refusal({code: 400, reason: 'BadRequest', message});

/** Returns the 405 for a path that has other methods. */
export const methodNotAllowed = (): Refusal =>
  new Refusal({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    details: {},
  });

/** Returns a 500 without a reason, as the server answers invalid applied configurations. */
export const failed = (message: string): Refusal => new Refusal({code: 500, reason: '', message});

/** Returns the 410 for a resourceVersion or continue token that is too old. Clients list again. */
export const expired = (message: string): Refusal => new Refusal({code: 410, reason: 'Expired', message});

type Kind = {readonly group: string; readonly kind: string};

/** Returns the 422 with all problems of an object. A problem that is found twice is listed twice in the causes and once in the message. */
export function invalid({group, kind}: Kind, name: string, problems: readonly Problem[]): Refusal {
  const said = [...new Set(problems.map(({field, message}) => `${field}: ${message}`))];
  const text = said.length === 1 ? said[0] : `[${said.join(', ')}]`;
  return new Refusal({
    code: 422,
    reason: 'Invalid',
    message: `${group === '' ? kind : `${kind}.${group}`} "${name}" is invalid: ${text}`,
    details: {
      ...defined({
        name: name === '' ? undefined : name,
        group: group === '' ? undefined : group,
        kind: kind === '' ? undefined : kind,
      }),
      causes: problems.map(({reason, message, field}) => ({reason, message, field})),
    },
  });
}
