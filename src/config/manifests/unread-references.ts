import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isSharedSecret, secretReferencesIn} from '../../core/reference/secret-references-in.ts';
import {SOURCES} from '../../registry/sources.ts';
import {pathText} from '../issues/path-text.ts';
import {listed} from '../sources/listed.ts';
import type {Candidate} from './candidate.ts';

const TAKERS = listed(
  SOURCES.filter(({options}) => options.references !== undefined),
  'or',
);

/**
 * Warns of a reference to a secret in a source that does not expand references: the workload would get `ref://…` as its password.
 * One warning for each object is enough to find the source.
 */
export const unreadReferences = (candidates: readonly Candidate[]): readonly Diagnostic[] =>
  candidates.flatMap(({object, origin, isExpandable}): readonly Diagnostic[] => {
    const first = isExpandable ? undefined : secretReferencesIn(object).find(({uri}) => !isSharedSecret(uri));
    if (first === undefined) return [];
    const path = pathText(first.at);
    const message = `\`${path}\` is applied literally: this source does not expand references to secrets (ref://…)`;
    const hint = `Add \`references: true\` beside ${TAKERS} in \`sources\` of stack.yaml. For a literal value, write $ref://… there.`;
    return [{severity: 'warning', code: 'reference/not-read', message, at: origin.position(first.at), path, hint}];
  });
