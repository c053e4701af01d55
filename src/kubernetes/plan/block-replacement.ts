import {isObject, type JsonObject} from '../../core/json.ts';
import {type Permissions, permits} from '../../core/plan/permissions.ts';
import type {Blocked} from '../../core/plan/plan.ts';
import {ownersOf} from '../fields/owners.ts';
import {FIELD_MANAGER, PROTECT_ANNOTATION, REPLACE_ANNOTATION} from '../resource/labels.ts';
import {type Kind, keepsPods, lossOf} from './effects.ts';
import {annotationOf} from './ownership.ts';

/** An object with a change to an immutable field. */
export type Replacement = {
  readonly id: string;
  readonly identity: Kind;
  readonly live: JsonObject;
  readonly desired: JsonObject;
  readonly permissions: Pick<Permissions, 'allowReplace' | 'allowDataLoss'>;
  /** The server's message. */
  readonly because: string;
};

/** Returns what blocks a replacement, or undefined if it is permitted (engine rules, section 7). */
export function blockReplacement(replacement: Replacement): Blocked | undefined {
  const {id, identity, permissions, because} = replacement;
  if (isProtected(replacement)) {
    const protectedBy = `it is protected by ${PROTECT_ANNOTATION}, and ${because}`;
    return {needs: `the annotation ${PROTECT_ANNOTATION} to be removed first`, because: protectedBy};
  }
  const word = said(replacement, REPLACE_ANNOTATION);
  if (word !== undefined && word !== 'allowed') {
    const known = word === 'forbidden' ? 'forbids it' : `is "${word}", which is neither allowed nor forbidden`;
    return {
      needs: `the annotation ${REPLACE_ANNOTATION} to be changed first`,
      because: `${REPLACE_ANNOTATION} ${known}, and ${because}`,
    };
  }
  // Data that the new object keeps is not lost.
  const loss = keepsPods(replacement) ? undefined : lossOf(identity, replacement.live);
  if (loss !== undefined) {
    // Permanent losses are permitted one by one: "all" does not count.
    if (permissions.allowDataLoss.includes(id)) return undefined;
    return {needs: `--allow-data-loss ${id}`, because: `${because}; ${loss}`};
  }
  if (word === 'allowed' || isJob(identity) || permits(permissions.allowReplace, id)) return undefined;
  return {needs: `--allow-replace ${id}`, because};
}

/** Reports whether a kind is a Job. A Job runs once, so a changed Job asks for another run. */
const isJob = ({group, kind}: Kind): boolean => group === 'batch' && kind === 'Job';

/** Reports whether the object is protected, by the files or on the live object. */
const isProtected = (replacement: Replacement): boolean => said(replacement, PROTECT_ANNOTATION) === 'true';

/** Returns an annotation from the files, or else from the live object, unless only Gantry wrote it there: it is removed by this change. */
function said({live, desired}: Replacement, annotation: string): string | undefined {
  const word = annotationOf(desired, annotation) ?? annotationOf(live, annotation);
  if (word === undefined || annotationOf(desired, annotation) !== undefined) return word;
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  const path = [{field: 'metadata'}, {field: 'annotations'}, {field: annotation}];
  const owners = ownersOf(metadata['managedFields'], path);
  const ours = owners.filter(({manager, operation}) => manager === FIELD_MANAGER && operation === 'Apply');
  return ours.length > 0 && ours.length === owners.length ? undefined : word;
}
