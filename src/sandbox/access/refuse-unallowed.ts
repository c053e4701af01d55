import {forbidden} from '../model/refusals.ts';
import {Refusal} from '../model/status.ts';
import type {User} from '../model/user.ts';
import type {Attributes} from './attributes.ts';
import {decide} from './decide.ts';

/** Checks the permission for a request. @throws Refusal 403, in the words of the real server, if it is denied */
export function refuseUnallowed(user: User, attributes: Attributes): void {
  if (decide(user, attributes).allowed) return;
  const who = `User ${JSON.stringify(user.username)} cannot ${attributes.verb}`;
  if (attributes.on === 'path') {
    const because = escaped(`${who} path ${JSON.stringify(attributes.path)}`);
    throw new Refusal({code: 403, reason: 'Forbidden', message: `forbidden: ${because}`, details: {}});
  }
  const {group, resource, subresource, namespace, name} = attributes;
  const what = JSON.stringify(subresource === '' ? resource : `${resource}/${subresource}`);
  const place = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  const because = `${who} resource ${what} in API group ${JSON.stringify(group)} ${place}`;
  throw forbidden({group, plural: resource}, name, escaped(because));
}

const ENTITIES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;'};

/** Escapes HTML characters in text from users, as the real server does, so that no browser takes a message for a page. */
export const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (found) => ENTITIES[found] ?? found);
