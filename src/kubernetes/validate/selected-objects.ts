import type {JsonPath} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Subject, Workload} from '../graph/edges/resource-index.ts';
import {type Labels, type Selector, selects} from '../graph/edges/selector.ts';
import type {StackFinding} from './stack-finding.ts';

/** An object that a selector may select: the pods of a workload, or a Service. */
export type Selectable = {readonly shown: string; readonly labels: Labels};

/** Returns the pods of workloads. */
export const podsOf = (workloads: readonly Workload[]): readonly Selectable[] =>
  workloads.map(({kind, name, pod}) => ({shown: `The pods of ${kind} ${name} have`, labels: pod.labels}));

/** A selector that selects no object of the stack. */
export type Unmatched = {
  readonly from: Subject;
  readonly selector: Selector;
  /** The place of its labels. */
  readonly path: JsonPath;
  readonly noun: 'pods' | 'Services';
  readonly all: readonly Selectable[];
};

/**
 * Reports a selector of which all labels except one match an object of the stack: that label is probably misspelt. Other tools may create the objects
 * of other selectors.
 */
export function nearlySelected({from, selector, path, noun, all}: Unmatched): readonly StackFinding[] {
  for (const {shown, labels} of all) {
    const wrong = selector.filter((one) => !selects([one], labels));
    const [first] = wrong;
    if (first === undefined || wrong.length > 1 || first.operator !== 'In') continue;
    const {key, values} = first;
    const own = labels[key];
    const [value = ''] = values;
    const isNear =
      own === undefined ? keyIsNear(key, value, labels) : selector.length > 1 || didYouMean(value, [own]) !== undefined;
    if (!isNear) continue;
    const place = [...path, key];
    const has = own === undefined ? `${didYouMean(key, Object.keys(labels))}=${value}` : `${key}=${own}`;
    const message = `${showPath(place)} is ${value}, so the ${from.kind} selects no ${noun} of the stack`;
    const hint = `${shown} ${has}.`;
    return [{id: from.id, finding: {severity: 'warning', code: 'reference/selector', path: place, message, hint}}];
  }
  return [];
}

/** Reports a selector as `nearlySelected`, else as a note: the objects may be in another stack. */
export function selectsNothing(unmatched: Unmatched): readonly StackFinding[] {
  const {from, path, noun, all} = unmatched;
  const near = nearlySelected(unmatched);
  if (near.length > 0 || all.length === 0) return near;
  const message = `${showPath(path)} selects no ${noun} of the stack`;
  return [{id: from.id, finding: {severity: 'note', code: 'reference/selector', path, message}}];
}

function keyIsNear(key: string, value: string, labels: Labels): boolean {
  const near = didYouMean(key, Object.keys(labels));
  return near !== undefined && labels[near] === value;
}
