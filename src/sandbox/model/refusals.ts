import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {type GroupResource, resourceKey} from './resource.ts';
import {type Problem, Refusal} from './status.ts';

/** What apimachinery's `errors` package says, by the same names. */

const details = ({group, plural}: GroupResource, name: string): JsonObject => ({
  ...defined({name: name === '' ? undefined : name, group: group === '' ? undefined : group}),
  kind: plural,
});

/** The 404 of an object that is not there. */
export const notFound = (resource: GroupResource, name: string): Refusal =>
  new Refusal({
    code: 404,
    reason: 'NotFound',
    message: `${resourceKey(resource)} "${name}" not found`,
    details: details(resource, name),
  });

/** A path that leads nowhere. */
export const noSuchPath = (): Refusal =>
  new Refusal({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
    details: {},
  });

/** The 409 of a creation. `isGoing`: the object with this name still waits for its finalizers. */
export const alreadyExists = (resource: GroupResource, name: string, isGoing: boolean): Refusal =>
  new Refusal({
    code: 409,
    reason: 'AlreadyExists',
    message: `${isGoing ? 'object is being deleted: ' : ''}${resourceKey(resource)} "${name}" already exists`,
    details: details(resource, name),
  });

/** The 409 of optimistic concurrency; clients read again and retry. */
export const conflict = (resource: GroupResource, name: string, because: string): Refusal =>
  new Refusal({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${resourceKey(resource)} "${name}": ${because}`,
    details: details(resource, name),
  });

/** The server's reason of a conflict for a resourceVersion that is not the current one. */
export const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again';

/** The 403 of admission and authorization; an empty name is left out of the message. */
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

/** The 400 of a request that cannot be read. */
export const badRequest = (message: string): Refusal => new Refusal({code: 400, reason: 'BadRequest', message});

/** The 405 of a path that has other methods. */
export const methodNotAllowed = (): Refusal =>
  new Refusal({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    details: {},
  });

/** Something that the server itself could not do; without a reason, as wrong applied configurations are answered. */
export const failed = (message: string): Refusal => new Refusal({code: 500, reason: '', message});

/** The 410 of a resourceVersion or continue token that is too old; clients list again. */
export const expired = (message: string): Refusal => new Refusal({code: 410, reason: 'Expired', message});

type Kind = {readonly group: string; readonly kind: string};

/** Every mistake of an object at once; one that is found twice is a cause twice and said once. */
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
