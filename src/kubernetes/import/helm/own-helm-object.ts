import {isObject, type JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {dropNulls, dropServerFields} from '../../fields/drop-server-fields.ts';
import {MANAGED_BY_LABEL, metadataOf} from '../../plan/take-over-managers.ts';
import {knownSchema} from '../../release/known-schema.ts';
import {PROTECT_ANNOTATION} from '../../resource/labels.ts';
import {isKeptByHelm} from './protect-kept.ts';

/**
 * Converts an object of a chart to one that a stack writes, without Helm's ownership label. If Helm is told to keep the
 * object, Gantry keeps it, too; Helm's own annotation for that stays, so that `helm uninstall` still respects it.
 */
export function ownHelmObject(object: JsonObject): {readonly object: JsonObject; readonly isKept: boolean} {
  const clean = dropNulls(dropServerFields(object), knownSchema(object));
  const {labels, annotations, ...metadata} = metadataOf(clean);
  const helmAnnotations = isObject(annotations) ? annotations : {};
  const isKept = isKeptByHelm(clean);
  const own = isObject(labels)
    ? Object.entries(labels).filter(([key, value]) => !(key === MANAGED_BY_LABEL && value === 'Helm'))
    : [];
  const notes = {...helmAnnotations, ...defined({[PROTECT_ANNOTATION]: isKept ? 'true' : undefined})};
  return {
    object: {
      ...clean,
      metadata: {
        ...metadata,
        ...defined({
          labels: own.length === 0 ? undefined : Object.fromEntries(own),
          annotations: Object.keys(notes).length === 0 ? undefined : notes,
        }),
      },
    },
    isKept,
  };
}
