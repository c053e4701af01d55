import {dirname} from 'node:path';
import {KusionNamed, type KusionResource, KusionSpec, readKusion} from '../../../config/kusion/kusion-files.ts';
import type {NotTaken} from '../../../core/import/kusion/not-taken.ts';
import {defined} from '../../../lib/defined.ts';
import type {FoundProject, FoundStack} from './kusion-finds.ts';
import type {KusionSource} from './kusion-source.ts';

/** Projects in a directory; `left` names files that cannot be read. */
export type ReadCheckout = {readonly projects: readonly FoundProject[]; readonly left: readonly NotTaken[]};

/** Reads projects and their stacks: directories with project.yaml, and below them those with stack.yaml. */
export async function readCheckout(source: KusionSource): Promise<ReadCheckout> {
  const left: NotTaken[] = [];
  const projects: FoundProject[] = [];
  for (const path of named(source, 'project.yaml')) {
    const project = await readNamed(source, path, 'project', left);
    if (project === undefined) continue;
    const stacks: FoundStack[] = [];
    const inside = named(source, 'stack.yaml').filter((stack) => isBelow(stack, path));
    for (const stack of inside) {
      const read = await readNamed(source, stack, 'stack', left);
      if (read !== undefined) stacks.push(await readStack(source, stack, read, left));
    }
    projects.push({named: project, where: source.show(path), stacks});
  }
  return {projects, left};
}

const named = (source: KusionSource, file: string): readonly string[] =>
  source.files.filter((path) => path === file || path.endsWith(`/${file}`));

const directoryOf = (path: string): string => (dirname(path) === '.' ? '' : `${dirname(path)}/`);

const isBelow = (path: string, parent: string): boolean => path.startsWith(directoryOf(parent));

async function readNamed(
  source: KusionSource,
  path: string,
  kind: 'project' | 'stack',
  left: NotTaken[],
): Promise<KusionNamed | undefined> {
  const where = source.show(path);
  const read = readKusion(KusionNamed, await source.read(path), where);
  if ('problem' in read) {
    left.push({what: `${kind} ${dirname(path)}`, where, because: read.problem});
    return undefined;
  }
  for (const {kind: extension} of read.value.extensions ?? []) {
    if (extension === 'kubernetesNamespace') continue; // What Kusion generates names the namespace.
    left.push({
      what: `extension ${extension} of ${kind} ${read.value.name}`,
      where,
      because: 'Gantry has no such extension',
    });
  }
  return read.value;
}

async function readStack(
  source: KusionSource,
  path: string,
  stack: KusionNamed,
  left: NotTaken[],
): Promise<FoundStack> {
  const directory = directoryOf(path);
  const beside = source.files.filter((file) => directoryOf(file) === directory);
  const specs: {readonly resources: readonly KusionResource[]; readonly where: string}[] = [];
  for (const file of beside.filter((one) => /\.ya?ml$/.test(one) && !/(?:^|\/)(?:stack|project)\.yaml$/.test(one))) {
    const read = readKusion(KusionSpec, await source.read(file), source.show(file));
    if ('value' in read) specs.push({resources: read.value.resources, where: source.show(file)});
  }
  const [generated, ...others] = specs;
  const isClear = generated !== undefined && others.length === 0;
  if (generated !== undefined && !isClear)
    for (const {where} of specs)
      left.push({
        what: `spec file of stack ${stack.name}`,
        where,
        because: 'there are several spec files: keep one, or none',
      });
  return {
    named: stack,
    where: source.show(path),
    ...defined({generated: isClear ? generated : undefined}),
    sources: beside.filter((file) => /\.k$|(?:^|\/)kcl\.mod$/.test(file)).map((file) => source.show(file)),
  };
}
