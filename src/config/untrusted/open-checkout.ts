import {mkdirSync, realpathSync, writeFileSync} from 'node:fs';
import {basename, dirname, join, relative, resolve, sep} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import {type BaseRef, fetchCommand, shownBase} from '../../core/trust/base-ref.ts';
import type {BaseCommit} from '../../ports/base-commit.ts';
import type {UntrustedCheckout} from './checkout.ts';

/** A request to open an untrusted checkout. */
export type OpenCheckout = {
  readonly commit: BaseCommit;
  readonly base: BaseRef;
  /** An empty directory for the files of the base commit, which only this run uses. */
  readonly directory: string;
  /** `$GANTRY_HOME`. */
  readonly home: string;
};

/** Opens an untrusted checkout. Files of the base commit are written to `directory` when they are first needed. */
export function openCheckout({commit, base, directory, home}: OpenCheckout): UntrustedCheckout {
  const {root, files} = commit;
  const own = realOf(directory);
  const written = new Set<string>();
  const take = (name: string): void => {
    if (written.has(name)) return;
    written.add(name);
    const content = commit.read(name);
    if (content === undefined) throw noBase(base, `its file ${name} is missing in this clone`);
    const path = join(own, name);
    mkdirSync(dirname(path), {recursive: true, mode: 0o700});
    // A login program of the base commit must be executable.
    writeFileSync(path, content, {mode: 0o700, flag: 'wx'});
  };
  const nameOf = (path: string): string | undefined => below(root, path) ?? below(root, realOf(path));
  return {
    commit: commit.commit,
    ref: shownBase(base),
    branch: base.branch,
    holds: (path) => [path, realOf(path)].some((one) => [root, own].some((place) => below(place, one) !== undefined)),
    mayRead: mayReadIn({root, own, home}),
    inBase: (path) => {
      const name = nameOf(path);
      if (name === undefined) return path;
      if (files.has(name)) take(name);
      return join(own, name);
    },
    directoryInBase: (path) => {
      const name = nameOf(path);
      if (name === undefined) return path;
      for (const file of files) if (name === '' || file.startsWith(`${name}/`)) take(file);
      return join(own, name);
    },
  };
}

type ReadablePlaces = {readonly root: string; readonly own: string; readonly home: string};

const mayReadIn =
  ({root, own, home}: ReadablePlaces): UntrustedCheckout['mayRead'] =>
  (path) => {
    const real = realOf(path);
    const name = below(root, real);
    // Some file systems ignore case.
    if (name !== undefined) return !name.toLowerCase().split('/').includes('.git');
    if (below(own, real) !== undefined) return true;
    // A link in the checkout must not lead to $GANTRY_HOME, which contains the user's keys, logins and caches.
    return (
      [home, realOf(home)].some((place) => below(place, resolve(path)) !== undefined) &&
      below(realOf(home), real) !== undefined
    );
  };

/** Returns the error of a clone without the base commit. Files of the checkout are not used in its place. */
export const noBase = (base: BaseRef, problem: string): GantryError =>
  new GantryError({
    code: 'untrusted/no-base',
    base: shownBase(base),
    from: base.from,
    problem,
    fetch: fetchCommand(base),
  });

/** Returns the path below a directory, with forward slashes; undefined if the path is not below it. */
function below(directory: string, path: string): string | undefined {
  const name = relative(directory, path);
  return name === '..' || name.startsWith(`..${sep}`) ? undefined : name.replaceAll(sep, '/');
}

/** Returns the real path of a file. For a file that does not exist, resolves its existing parent directories. */
function realOf(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    const above = dirname(whole);
    return above === whole ? whole : join(realOf(above), basename(whole));
  }
}
