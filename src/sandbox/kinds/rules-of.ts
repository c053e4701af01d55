import {CRD_RULES} from '../custom/crd/crd-rules.ts';
import type {KindRules} from '../model/rules.ts';
import {OBJECT_RULES} from './object-rules.ts';
import {WORKLOAD_RULES} from './workload-rules.ts';

/** The rules of all kinds, by `Kind` or `Kind.group`. */
const TABLES: readonly Readonly<Record<string, KindRules>>[] = [WORKLOAD_RULES, OBJECT_RULES, CRD_RULES];

const NO_RULES: KindRules = {};

/** Returns the rules for a built-in kind. */
export function rulesOf({group, kind}: {readonly group: string; readonly kind: string}): KindRules {
  const key = group === '' ? kind : `${kind}.${group}`;
  for (const table of TABLES) {
    const rules = table[key];
    if (rules !== undefined) return rules;
  }
  return NO_RULES;
}
