import {existsSync, realpathSync} from 'node:fs';
import {dirname, join, relative, sep} from 'node:path';
import {PROJECT_FILE, STACK_FILE} from './own-files.ts';
import {trustedPath, untrustedCheckout} from './untrusted/checkout.ts';

/** Returns the nearest directory above a file that has a project.yaml, else the nearest one that has a stack.yaml. */
export function projectAbove(path: string): string | undefined {
  const above: string[] = [];
  for (let directory = dirname(path); above.at(-1) !== directory; directory = dirname(directory)) above.push(directory);
  const holding = (name: string): string | undefined =>
    above.find((directory) =>
      existsSync(name === PROJECT_FILE ? trustedPath(join(directory, name)) : join(directory, name)),
    );
  return (
    holding(PROJECT_FILE) ??
    holding(STACK_FILE) ??
    (untrustedCheckout()?.holds(path) === true ? above.at(0) : undefined)
  );
}

/** Reports whether a path leaves its project through a link. In untrusted mode, reports whether the path may not be read. */
export function leavesProject(path: string): boolean {
  const untrusted = untrustedCheckout();
  if (untrusted !== undefined) return !untrusted.mayRead(path);
  const real = realpathSync(path);
  if (real === path) return false;
  const project = projectAbove(path);
  if (project === undefined) return false;
  const within = relative(realpathSync(project), real);
  return within === '..' || within.startsWith(`..${sep}`);
}
