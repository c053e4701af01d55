import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {RESTART_ANNOTATION} from '../../kubernetes/resource/labels.ts';
import {canRestart, isStandardWorkload} from '../../kubernetes/restart/restarting.ts';
import {defined} from '../../lib/defined.ts';
import type {Settled} from './settle.ts';

/**
 * Checks `gantry.dev/restart-on-change` of all objects. With `restartOnChange` in stack.yaml, adds it to each Deployment, StatefulSet
 * and DaemonSet without it: it is then part of the release, so a rollback restarts pods too.
 */
export function applyRestartSetting(settled: Settled, restartOnChange: boolean): Settled {
  const {resources, origins, own} = settled;
  const problems = resources.flatMap((resource) => problemOf(resource, origins));
  if (!restartOnChange) return {...settled, diagnostics: [...settled.diagnostics, ...problems]};
  return {
    ...settled,
    resources: resources.map((resource) => ({...resource, attributes: annotated(resource.attributes)})),
    own: new Map([...own].map(([id, object]) => [id, annotated(object)])),
    diagnostics: [...settled.diagnostics, ...problems],
  };
}

function problemOf({id, type, attributes}: Resource, origins: Settled['origins']): readonly Diagnostic[] {
  const value = type === 'Kubernetes' ? valueOf(attributes) : undefined;
  if (value === undefined || value === 'false' || (value === 'true' && canRestart(attributes))) return [];
  const at = origins.get(id)?.position(['metadata', 'annotations', RESTART_ANNOTATION]);
  const about = {resource: id, ...defined({at})};
  if (value !== 'true')
    return [
      {
        ...about,
        severity: 'error',
        code: 'manifest/restart',
        message: `the annotation ${RESTART_ANNOTATION} must be "true" or "false"`,
        hint: 'Put quotes around it: annotations are strings.',
      },
    ];
  return [
    {
      ...about,
      severity: 'warning',
      code: 'manifest/restart',
      message: `the annotation ${RESTART_ANNOTATION} has no effect here: the object has no pods that a new pod template replaces`,
      hint: 'Set it on a Deployment, StatefulSet or DaemonSet.',
    },
  ];
}

function annotated(object: JsonObject): JsonObject {
  if (!isStandardWorkload(object) || valueOf(object) !== undefined) return object;
  const metadata = partOf(object['metadata']);
  const annotations = {...partOf(metadata['annotations']), [RESTART_ANNOTATION]: 'true'};
  return {...object, metadata: {...metadata, annotations}};
}

const valueOf = ({metadata}: JsonObject): Json | undefined =>
  partOf(partOf(metadata)['annotations'])[RESTART_ANNOTATION];

const partOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
