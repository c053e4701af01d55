import {defined} from '../../lib/defined.ts';
import {GantryError} from '../failure/failure.ts';
import type {Head} from './head.ts';

/**
 * Returns the origin of a stack's files in one line: `github.com/acme/shop//deploy/web`. It has no protocol, user or password, because
 * SSH and HTTPS can name the same repository, and a release must not contain a password.
 */
export function originOf({remote, path}: {readonly remote: string; readonly path: string}): string {
  const scp = /^(?:[^@/]+@)?([^:/]+):(?!\/\/)(.+)$/.exec(remote); // git@host:path
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^:/]*)(?::\d+)?\/(.+)$/i.exec(remote);
  const [, host, repository] = url ?? scp ?? [undefined, '', remote];
  return `${clean(`${host.toLowerCase()}/${clean(repository).replace(/\.git$/, '')}`)}//${clean(path)}`;
}

const clean = (text = ''): string => text.replace(/^\/+|(?<!\/)\/+$/g, '');

/** The location of a stack's files: the directory, and the git remote and path if there is a remote. */
export type StackOrigin = Required<Pick<Head, 'directory'>> & Pick<Head, 'origin'>;

/**
 * Refuses a release history that belongs to another project. Git remotes identify projects in any checkout. If one side has no remote,
 * the directories are compared. Without files here, or with a head that has neither, nothing is compared.
 * @throws GantryError 'release/foreign-origin'
 */
export function checkOrigin(head: Pick<Head, 'origin' | 'directory'> | undefined, here: StackOrigin | undefined): void {
  if (head === undefined || here === undefined || (head.origin ?? head.directory) === undefined) return;
  if (isSameOrigin(head, here)) return;
  throw new GantryError({code: 'release/foreign-origin', expected: originText(head), found: originText(here)});
}

/** Reports whether a run from here changes the origin of the releases, which the user has permitted. */
export const isTakenOver = (
  head: Pick<Head, 'origin' | 'directory'> | undefined,
  here: StackOrigin | undefined,
): boolean =>
  head !== undefined &&
  here !== undefined &&
  (head.origin ?? head.directory) !== undefined &&
  !isSameOrigin(head, here);

const isSameOrigin = (head: Pick<Head, 'origin' | 'directory'>, here: StackOrigin): boolean =>
  head.origin !== undefined && here.origin !== undefined
    ? head.origin === here.origin
    : head.directory === here.directory;

/** Returns an origin for messages: `github.com/acme/shop//deploy/web`, or a directory. */
export const originText = ({origin, directory}: Pick<Head, 'origin' | 'directory'>): string =>
  origin ?? `${directory ?? 'an unknown directory'} (without a git remote)`;

/**
 * Returns the origin that a head records from this run on. A checkout without its remote is still the same project. A takeover replaces
 * the former origin completely.
 */
export const recordedOrigin = (
  head: Pick<Head, 'origin' | 'directory'> | undefined,
  here: StackOrigin | undefined,
): Pick<Head, 'origin' | 'directory'> => {
  if (here === undefined) return known(head);
  return isTakenOver(head, here) || here.origin !== undefined ? here : {...known(head), ...here};
};

const known = (head: Pick<Head, 'origin' | 'directory'> | undefined): Pick<Head, 'origin' | 'directory'> => ({
  ...defined({origin: head?.origin}),
  directory: head?.directory,
});
