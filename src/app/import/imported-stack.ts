import {projectText} from '../../config/init/sample-stack.ts';
import type {NewFile} from '../../config/init/write-new-files.ts';
import {projectDirectory} from '../../config/stack-search.ts';

/** A stack to write for imported objects. */
export type ImportedStack = {
  readonly directory: string;
  readonly name: string;
  /** The origin of the stack, as a comment in stack.yaml. */
  readonly from: string;
  /** The namespace of all objects, written once in stack.yaml. */
  readonly namespace?: string | undefined;
  /** Secrets are written with references to a secret store. */
  readonly references: boolean;
};

/** Returns the files that make a directory of manifests a stack. A project above the directory is used as it is. */
export function importedStack({directory, name, from, namespace, references}: ImportedStack): readonly NewFile[] {
  const sources = references
    ? ['  - manifests: manifests/**/secret-*.yaml', '    references: true', '  - manifests: manifests/**/*.yaml']
    : ['  - manifests: manifests/**/*.yaml'];
  const text = [
    `# Imported from ${from}: \`gantry preview --adopt all\` shows what adopting the objects would change.`,
    `name: ${name}`,
    ...(namespace === undefined ? [] : [`namespace: ${namespace}`]),
    'sources:',
    ...sources,
  ];
  const stack = {path: 'stack.yaml', text: `${text.join('\n')}\n`};
  return projectDirectory(directory) === undefined ? [{path: 'project.yaml', text: projectText(name)}, stack] : [stack];
}
