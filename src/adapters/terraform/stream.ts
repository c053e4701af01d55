import type {Json, JsonObject} from '../../core/json.ts';
import {isObject} from '../../core/json.ts';
import {OUTPUTS} from './outputs.ts';
import {textAt} from './text-at.ts';

/** A diagnostic of Terraform. */
export type Said = {
  readonly severity: 'error' | 'warning';
  readonly summary: string;
  readonly detail: string;
  readonly address?: string | undefined;
  /** The place in a file of the working directory. */
  readonly range?: Range | undefined;
};

/** A place, with the text of its line if the program quotes it. */
export type Range = {readonly file: string; readonly line: number; readonly column: number; readonly text: string};

/** A line of the stream, as far as Gantry uses it. */
export type StreamEvent =
  | {readonly kind: 'diagnostic'; readonly said: Said}
  /** The version of the program: the first line. */
  | {readonly kind: 'version'; readonly version: string}
  /** The program starts, continues, completes or fails a change of a resource. */
  | {readonly kind: 'start' | 'progress' | 'complete' | 'error'; readonly address: string; readonly action: string}
  | {readonly kind: 'planned' | 'drift'; readonly address: string; readonly action: string};

/** The reason why each plan reads the data source of a check again. Nothing takes its values. */
export const OF_CHECK = 'read_because_check_nested';

const HOOKS: Readonly<Record<string, 'start' | 'progress' | 'complete' | 'error'>> = {
  apply_start: 'start',
  apply_progress: 'progress',
  provision_start: 'progress',
  apply_complete: 'complete',
  apply_errored: 'error',
};

/** Parses a line of the machine-readable stream; undefined for everything that is of no use. */
export function parseLine(line: string): StreamEvent | undefined {
  const value = parse(line);
  if (value === undefined) return undefined;
  const type = value['type'];
  if (type === 'version') return {kind: 'version', version: textAt(value, 'terraform') || textAt(value, 'tofu')};
  if (type === 'diagnostic' && isObject(value['diagnostic']))
    return {kind: 'diagnostic', said: saidIn(value['diagnostic'])};
  if (type === 'planned_change') return changeIn('planned', value['change']);
  if (type === 'resource_drift') return changeIn('drift', value['change']);
  if (type === 'outputs') return changeOfOutputs(value['outputs']);
  const hook = typeof type === 'string' && Object.hasOwn(HOOKS, type) ? HOOKS[type] : undefined;
  if (hook === undefined) return undefined;
  const told = isObject(value['hook']) ? value['hook'] : {};
  return {kind: hook, address: addressIn(told), action: textAt(told, 'action')};
}

function changeOfOutputs(outputs: Json | undefined): StreamEvent | undefined {
  const changed = Object.values(isObject(outputs) ? outputs : {}).some(
    (one) => isObject(one) && (one['action'] ?? 'noop') !== 'noop',
  );
  return changed ? {kind: 'planned', address: OUTPUTS, action: 'update'} : undefined;
}

function changeIn(kind: 'planned' | 'drift', value: Json | undefined): StreamEvent | undefined {
  const change = isObject(value) ? value : {};
  return change['reason'] === OF_CHECK
    ? undefined
    : {kind, address: addressIn(change), action: textAt(change, 'action')};
}

function parse(line: string): JsonObject | undefined {
  try {
    const value = JSON.parse(line) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const saidIn = (diagnostic: JsonObject): Said => ({
  severity: diagnostic['severity'] === 'error' ? 'error' : 'warning',
  summary: textAt(diagnostic, 'summary'),
  detail: textAt(diagnostic, 'detail'),
  address: textAt(diagnostic, 'address') || undefined,
  range: rangeIn(diagnostic),
});

function rangeIn({range, snippet}: JsonObject): Range | undefined {
  const start = isObject(range) && isObject(range['start']) ? range['start'] : undefined;
  if (!isObject(range) || start === undefined) return undefined;
  const [line, column] = [Number(start['line'] ?? 1), Number(start['column'] ?? 1)];
  const quoted = isObject(snippet)
    ? textAt(snippet, 'code').split('\n')[line - Number(snippet['start_line'] ?? line)]
    : '';
  return {file: textAt(range, 'filename'), line, column, text: quoted ?? ''};
}

const addressIn = (part: JsonObject): string => (isObject(part['resource']) ? textAt(part['resource'], 'addr') : '');
