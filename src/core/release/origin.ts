import {defined} from '../../lib/defined.ts';
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

const clean = (text = ''): string => text.replace(/^\/+|(?<!\/)\/+$/g, '');

/** Where a stack's files are: git remote and path, where there is a remote, and the directory. */
export type StackOrigin = Required<Pick<Head, 'directory'>> & Pick<Head, 'origin'>;

/**
 * Refuses a series that another project's files made. Git remotes tell two projects apart wherever they are checked out; where one side
 * has none, only the directory can. Without files here, or with a head that says neither, there is nothing to compare.
 * @throws GantryError 'release/foreign-origin'
 */
export function checkOrigin(head: Pick<Head, 'origin' | 'directory'> | undefined, here: StackOrigin | undefined): void {
  if (head === undefined || here === undefined || (head.origin ?? head.directory) === undefined) return;
  if (isSameOrigin(head, here)) return;
  throw new GantryError({code: 'release/foreign-origin', expected: originText(head), found: originText(here)});
}

/** Whether a run from here changes where the releases come from, which somebody has permitted. */
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

/** `github.com/acme/shop//deploy/web`, or a directory. */
export const originText = ({origin, directory}: Pick<Head, 'origin' | 'directory'>): string =>
  origin ?? `${directory ?? 'an unknown directory'} (without a git remote)`;

/**
 * What a head says of the origin from this run on. A checkout that has lost its remote is still the same project; one that takes the
 * releases over leaves nothing of the former origin.
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
