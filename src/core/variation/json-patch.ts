import {deepEqual} from '../../lib/deep-equal.ts';
import {isList, isObject, type Json} from '../json.ts';
import {stepsOfPointer} from '../json-pointer.ts';
import {itemsOf, type Located, listOf, partOf, withField, withItem} from './located.ts';
import type {Report} from './problem.ts';

/** The changed value, or a problem as a text that continues after the operation's path. */
type Edited = Located | string;

/** An operation of a patch. It was checked when the patch was read. */
type Operation = {readonly op: string; readonly path: string; readonly from?: string};

/**
 * Applies the operations of a JSON patch (RFC 6902) and stops at the first one that fails. The sandbox has another implementation, which
 * deviates from the RFC like the API server and has no positions in files.
 */
export function jsonPatch(base: Located, operations: Located, report: Report): Located {
  let patched = base;
  for (const operation of itemsOf(operations)) {
    const edited = perform(patched, operation);
    if (typeof edited === 'string') {
      const {op, path} = operation.value as Operation;
      const place = partOf(operation, 'path')?.place ?? operation.place;
      report({code: 'patch/failed', message: `cannot ${op} ${path}: ${edited}`, place});
      return base;
    }
    patched = edited;
  }
  return patched;
}

function perform(base: Located, operation: Located): Edited {
  const {op, path, from} = operation.value as Operation;
  const target = stepsOfPointer(path);
  const value = partOf(operation, 'value') ?? operation;
  switch (op) {
    case 'add':
      return edit(base, target, (parent, step) => add(parent, step, value));
    case 'remove':
      return edit(base, target, remove);
    case 'replace':
      return edit(base, target, (parent, step) =>
        find(parent, step) === undefined ? ABSENT : put(parent, step, value),
      );
    case 'test':
      return test(base, target, value);
    default:
      return carry(base, {isMove: op === 'move', from: stepsOfPointer(from ?? ''), target, operation});
  }
}

const ABSENT = 'no such field';

/** Checks a value, to stop a patch that was written for another object. */
function test(base: Located, target: readonly string[], value: Located): Edited {
  const found = target.reduce<Located | undefined>((node, step) => node && find(node, step), base);
  if (found === undefined) return ABSENT;
  return deepEqual(found.value, value.value) ? base : 'it has another value';
}

type Carry = {
  readonly isMove: boolean;
  readonly from: readonly string[];
  readonly target: readonly string[];
  readonly operation: Located;
};

function carry(base: Located, {isMove, from, target, operation}: Carry): Edited {
  const source = from.reduce<Located | undefined>((node, step) => node && find(node, step), base);
  if (source === undefined) return `no such field /${from.join('/')}`;
  const left = isMove ? edit(base, from, remove) : base;
  if (typeof left === 'string') return left;
  const carried: Located = {value: source.value, place: operation.place};
  return edit(left, target, (parent, step) => add(parent, step, carried));
}

function edit(node: Located, steps: readonly string[], change: (parent: Located, step: string) => Edited): Edited {
  const [step = '', ...rest] = steps;
  if (rest.length === 0) return change(node, step);
  const child = find(node, step);
  if (child === undefined) return `its parent \`${step}\` does not exist`;
  const edited = edit(child, rest, change);
  return typeof edited === 'string' ? edited : put(node, step, edited);
}

const find = (node: Located, step: string): Located | undefined =>
  partOf(node, isList(node.value) ? indexOf(step, node.value) : step);

/** Returns the index of an item; -1 if the step is not one. */
const indexOf = (step: string, list: readonly Json[]): number =>
  /^(?:0|[1-9]\d*)$/.test(step) && Number(step) < list.length ? Number(step) : -1;

const put = (node: Located, step: string, part: Located): Located =>
  isList(node.value) ? withItem(node, indexOf(step, node.value), part) : withField(node, step, part);

function add(parent: Located, step: string, value: Located): Edited {
  if (isObject(parent.value)) return withField(parent, step, value);
  if (!isList(parent.value)) return 'its parent is neither a mapping nor a list';
  const items = itemsOf(parent);
  const index = step === '-' || step === String(items.length) ? items.length : indexOf(step, parent.value);
  return index === -1
    ? `the list has only ${items.length} items`
    : listOf(items.toSpliced(index, 0, value), parent.place);
}

function remove(parent: Located, step: string): Edited {
  if (find(parent, step) === undefined) return ABSENT;
  if (!isList(parent.value)) return withField(parent, step, undefined);
  return listOf(itemsOf(parent).toSpliced(indexOf(step, parent.value), 1), parent.place);
}
