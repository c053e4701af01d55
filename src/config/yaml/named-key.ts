import {type Event, getScalarValue, type ScalarEvent} from 'js-yaml';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {defined} from '../../lib/defined.ts';
import type {Tree} from './event-tree.ts';
import {keyName} from './key-name.ts';

/** The tree of a YAML stream, and a receiver of the problems of its nodes. */
export type ReadKeys = {
  readonly tree: Tree;
  readonly report: (node: number, problem: Omit<Diagnostic, 'at' | 'severity'> & Partial<Diagnostic>) => void;
};

/** Returns the name of a key. Reports a key that JSON cannot represent and returns undefined. */
export function namedKey(composer: ReadKeys, node: number): string | undefined {
  const key = keyName(composer.tree, node);
  if (key === undefined) return refuseKey(composer, node, 'a key must be a string', templateHint(composer, node));
  if ('refused' in key) return refuseKey(composer, node, key.refused);
  if (key.name === '__proto__') return refuseKey(composer, node, 'the key `__proto__` is not allowed');
  return key.name;
}

/** Warns of a key that is read as another text than it is written. */
export function warnOfName({tree, report}: ReadKeys, node: number, event: ScalarEvent, name: string): void {
  const written = getScalarValue(tree.text, event);
  if (written === name) return;
  report(node, {
    severity: 'warning',
    code: 'yaml/key-name',
    message: `the key \`${written}\` is read as "${name}", as kubectl does`,
    hint: `Write "${name}", or put quotes around "${written}" to keep that text.`,
  });
}

function templateHint({tree}: ReadKeys, node: number): string | undefined {
  const isTemplate = tree.text.slice(0, offsetOf(tree.events[node]) + 1).endsWith('{');
  return isTemplate ? 'Render the template first: Gantry reads plain manifests.' : undefined;
}

/** Returns the offset where an event begins. */
export const offsetOf = (event: Event | undefined): number =>
  event !== undefined && 'start' in event ? event.start : 0;

function refuseKey(composer: ReadKeys, node: number, message: string, hint?: string): undefined {
  composer.report(node, {code: 'yaml/key', message, ...defined({hint})});
}
