import {realpath} from 'node:fs/promises';
import type {FindBase} from '../../ports/base-commit.ts';
import {ask, type Environment, readBlob} from './ask-git.ts';

/** Finds the base commit of a change, only in the objects of the clone: the checkout is not read, and nothing is fetched. */
export const findBase =
  (env: Environment): FindBase =>
  async ({directory, base: {revision}}) => {
    if (revision.startsWith('-')) return {problem: `${revision} is not a git revision`};
    const top = await ask(directory, ['rev-parse', '--show-toplevel'], env);
    if (!top.ok) return {problem: top.said};
    const root = await realpath(top.text.trimEnd());
    const found = await ask(
      root,
      ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
      env,
    );
    if (!found.ok) return {problem: `it does not exist in this clone`};
    const name = await ask(root, ['rev-parse', '--symbolic-full-name', revision], env);
    if (!name.ok || /^(?:refs\/heads\/|HEAD$)/m.test(name.text))
      return {
        problem: `it is a local branch of this clone, and the untrusted change could create a branch with that name`,
      };
    const commit = found.text.trim();
    const listed = await ask(root, ['ls-tree', '-r', '-z', '--full-tree', commit], env);
    if (!listed.ok) return {problem: `this clone does not contain all of its objects: ${listed.said}`};
    const objects = new Map(listed.text.split('\0').flatMap(regularFile));
    return {
      root,
      commit,
      files: new Set(objects.keys()),
      read: (file) => {
        const object = objects.get(file);
        return object === undefined ? undefined : readBlob(root, object, env);
      },
    };
  };

/** Parses `100644 blob HASH\tNAME`. Links are left out, because they could point into the checkout or out of it. */
function regularFile(entry: string): readonly (readonly [name: string, object: string])[] {
  const [, object, name] = /^100(?:644|755) blob ([0-9a-f]+)\t([^]+)$/.exec(entry) ?? [];
  return object === undefined || name === undefined ? [] : [[name, object]];
}
