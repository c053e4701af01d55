import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {secretReferencesIn} from '../../core/reference/secret-references-in.ts';
import {SOURCES} from '../../registry/sources.ts';
import {pathText} from '../issues/path-text.ts';
import {listed} from '../sources/listed.ts';
import type {Candidate} from './candidate.ts';

const TAKERS = listed(
  SOURCES.filter(({options}) => options.references !== undefined),
  'or',
);

/**
 * Texts that name a secret of a store where no reference is read: without a word the workload would get `ref://…` as its password.
 * One of each object is enough to find the source.
 */
export const unreadReferences = (candidates: readonly Candidate[]): readonly Diagnostic[] =>
  candidates.flatMap(({object, origin, isExpandable}): readonly Diagnostic[] => {
    const [first] = isExpandable ? [] : secretReferencesIn(object);
    if (first === undefined) return [];
    const path = pathText(first.at);
    const message = `\`${path}\` is applied as it is written: this source does not read references to secrets (ref://…)`;
    const hint = `Write \`references: true\` beside ${TAKERS} in the sources of stack.yaml; for a literal write $ref://… then.`;
    return [{severity: 'warning', code: 'reference/not-read', message, at: origin.position(first.at), path, hint}];
  });
