import type {ModuleImpact} from '../../../app/module/module-impact.ts';
import type {StackImpact} from '../../../app/module/stack-impact.ts';
import type {Change} from '../../../core/plan/plan.ts';
import {count} from '../../count.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {errorText} from '../../error-text.ts';
import {errorBody} from '../../json.ts';
import {foldChanges} from '../../plan/fold-changes.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {changeText} from '../stack/plan-text.ts';

type Built = Extract<StackImpact, {readonly changes: unknown}>;
type Unbuilt = Extract<StackImpact, {readonly failure: unknown}>;

const isBuilt = (stack: StackImpact): stack is Built => 'changes' in stack;
const isUnbuilt = (stack: StackImpact): stack is Unbuilt => 'failure' in stack;
const isChanged = ({changes}: Built): boolean => changes.length > 0;

/** Reports whether another version of a module changes any stack. This decides the exit code of `--exit-code`. */
export const hasImpact = ({stacks}: ModuleImpact): boolean => stacks.filter(isBuilt).some(isChanged);

const ORDER = ['create', 'update', 'delete'] as const;

/** Returns the effect of another version of a module. Merges equal changes of several stacks into one. */
export function moduleImpactText(impact: ModuleImpact, style: Style): string {
  const {name, version, among, stacks} = impact;
  const built = stacks.filter(isBuilt);
  const byAction = Map.groupBy(built.flatMap(changesOf), ({action}) => action);
  const ordered = ORDER.flatMap((action) => byAction.get(action) ?? []);
  const same = built.filter((stack) => !isChanged(stack)).map(nameOf);
  return [
    `Module ${style.paint.strong(printable(`${name} ${version}`))}${sourceOf(impact, style)}\n`,
    ordered.length === 0 ? '' : '\n',
    ...foldChanges(ordered).map((fold) => changeText(fold, style)),
    ...stacks.filter(isUnbuilt).map((stack) => `\n${unbuiltText(stack, style)}`),
    same.length === 0 ? '' : `\nNo difference: ${printable(same.join(', '))}\n`,
    `\n${style.paint.strong(sentenceOf(stacks, among))}\n`,
  ].join('');
}

const sourceOf = ({version, folder, wanted = ''}: ModuleImpact, {cwd}: Style): string => {
  if (folder !== undefined) return ` in ${shownFile(folder, cwd)}`;
  return wanted === version ? '' : ` (${printable(wanted)})`;
};

const nameOf = ({project, stack, workspace}: StackImpact): string =>
  [project, stack, ...(workspace === undefined ? [] : [workspace])].join('/');

/** Returns the changes as those of a plan. The ids begin with the stack, because several stacks may have the same ids. */
const changesOf = (stack: Built): readonly Change[] =>
  stack.changes.map((change) => ({...change, id: `${nameOf(stack)} ${change.id}`, verified: true}));

const unbuiltText = (stack: Unbuilt, style: Style): string =>
  `${style.paint.bad(printable(nameOf(stack)))} cannot be built${stack.with === 'now' ? '' : ' with this module'}:\n${errorText(stack.failure, style)}`;

function sentenceOf(stacks: readonly StackImpact[], among: number): string {
  const built = stacks.filter(isBuilt);
  const changed = built.filter(isChanged).length;
  const counts: readonly (readonly [number, string])[] = [
    [changed, 'changed'],
    [built.length - changed, 'unchanged'],
    [stacks.length - built.length, 'failed'],
    [among - stacks.length, 'without the module'],
  ];
  const parts = counts.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`);
  return `${count(among, 'stack')}: ${parts.join(', ')}.`;
}

/** Returns the JSON document of the impact of a module. */
export const moduleImpactDocument = ({stacks, ...impact}: ModuleImpact): unknown => ({
  ...impact,
  stacks: stacks.map((stack) => (isUnbuilt(stack) ? {...stack, failure: errorBody(stack.failure)} : stack)),
});
