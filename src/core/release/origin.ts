import {GantryError} from '../failure/failure.ts';
import type {Head} from './head.ts';

/**
 * Where a stack's files come from, as one comparable line: `github.com/acme/shop//deploy/web`. The protocol, the user
 * and the password of the remote are left out: a person's SSH and a robot's HTTPS name the same repository, and a
 * password does not belong in a release.
 */
export function originOf({remote, path}: {readonly remote: string; readonly path: string}): string {
  const scp = /^(?:[^@/]+@)?([^:/]+):(?!\/\/)(.+)$/.exec(remote); // git@host:path
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^:/]*)(?::\d+)?\/(.+)$/i.exec(remote);
  const [, host, repository] = url ?? scp ?? [undefined, '', remote];
  return `${clean(`${host.toLowerCase()}/${clean(repository).replace(/\.git$/, '')}`)}//${clean(path)}`;
}

const clean = (text = ''): string => text.replace(/^\/+|\/+$/g, '');

/** Refuses a series that another project's files made. Unknown on either side is not different. */
export function checkOrigin(head: Head | undefined, origin: string | undefined): void {
  if (head?.origin === undefined || origin === undefined || head.origin === origin) return;
  throw new GantryError({code: 'release/foreign-origin', expected: head.origin, found: origin});
}
