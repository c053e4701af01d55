import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {sharedIdIn} from '../../core/stacks/shared-dependency.ts';
import {stackText, wholeName} from '../../core/stacks/stack-name.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {StackLocation} from '../stack-location.ts';
import type {WrittenDependency} from './depends-on.ts';
import type {KnownStack} from './known-stacks.ts';

/** The dependencies of a stack. `problems` has a diagnostic for each unknown one. */
export type Dependencies = {
  /** `PROJECT/STACK`, in the order in which they are written. */
  readonly names: readonly string[];
  readonly problems: readonly Diagnostic[];
};

/** Resolves the names in `dependsOn` and reports unknown stacks. */
export function findDependencies(
  {project, stack}: Pick<StackLocation, 'project' | 'stack'>,
  known: readonly KnownStack[],
): Dependencies {
  const own = `${project.name}/${stack.name}`;
  const names = new Set(known.map(stackText));
  const written = stack.dependsOn ?? [];
  const problems = written.flatMap((one): readonly Diagnostic[] => {
    const name = wholeName(one.name, {project: project.name});
    if (name === own) return [problem(one, 'a stack cannot depend on itself')];
    if (names.has(name)) return [];
    return [problem(one, `stack ${name} not found`, hintFor(one.name, {project: project.name, own, names}))];
  });
  return {names: [...new Set(written.map(({name}) => wholeName(name, {project: project.name})))], problems};
}

const problem = ({at}: WrittenDependency, message: string, hint?: string): Diagnostic => ({
  severity: 'error',
  code: 'stack/unknown-dependency',
  message: `\`dependsOn\`: ${message}`,
  at,
  path: 'dependsOn',
  ...defined({hint}),
});

type Around = {readonly project: string; readonly own: string; readonly names: ReadonlySet<string>};

function hintFor(written: string, {project, own, names}: Around): string {
  if (sharedIdIn(written) !== undefined)
    return 'Name its stack here, `shared/STACK`, or write `shared:ID` in `dependsOn` of a resource.';
  const others = [...names].filter((name) => name !== own);
  // A stack of another project that was written without its project.
  const elsewhere = others.find((name) => name.endsWith(`/${written}`));
  const near = elsewhere ?? didYouMean(wholeName(written, {project}), others);
  if (near !== undefined) return `Did you mean \`${near}\`?`;
  if (others.length === 0) return 'Remove it: this repository has no other stack.';
  const shown = others.toSorted(compareNaturally).slice(0, MOST_NAMES).join(', ');
  return `Use one of: ${shown}${others.length > MOST_NAMES ? ` and ${others.length - MOST_NAMES} more` : ''}.`;
}

const MOST_NAMES = 10;
