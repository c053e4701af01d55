import {basename} from 'node:path';
import {Name} from '../../config/names.ts';
import {projectDirectory, projectNameIn} from '../../config/stack-search.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {readLineage} from '../../engine/release/read-head.ts';
import type {Backend} from '../../ports/backend.ts';

/** A name for an imported stack that no release history uses. */
export type FreeName = {
  /** The name of the stack, and of its project if there is none. */
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
};

/** The parts from which the name of an imported stack is made. */
export type Naming = {
  readonly directory: string;
  readonly namespace: string;
  readonly workspace: string;
  readonly backend: Backend;
};

/**
 * Names a stack after its namespace, unless another stack has releases under that name: an apply of the new one would continue that history
 * and delete the resources of the other one.
 */
export async function freeName({directory, namespace, workspace, backend}: Naming): Promise<FreeName> {
  const projectDir = projectDirectory(directory);
  const named = (name: string): HistoryNames => ({
    project: projectDir === undefined ? name : projectNameIn(projectDir),
    stack: name,
    workspace,
  });
  const names = candidates(namespace, directory);
  let name = namespace;
  while ((await readLineage(backend, named(name))) !== undefined) name = names.next().value;
  return {name, diagnostics: name === namespace ? [] : [nameTaken(named(namespace), name)]};
}

function* candidates(namespace: string, directory: string): Generator<string, never> {
  const own = basename(directory);
  if (Name.safeParse(own).success) yield own;
  for (let n = 2; ; n++) yield `${namespace}-${n}`;
}

const nameTaken = ({project, stack, workspace}: HistoryNames, name: string): Diagnostic => ({
  severity: 'warning',
  code: 'import/name-taken',
  message: `${project}/${stack} already has releases in the workspace ${workspace}: the new stack is named ${name}`,
  hint: 'With the same name it would replace the other stack, and an apply would delete the resources of that stack.',
});
