import type {JsonObject} from '../../../core/json.ts';
import {listAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {at, child, forbidden, invalid} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {asText, entriesOf, itemsAt} from '../objects/fields.ts';
import {APPARMOR, appArmorMismatches} from './app-armor.ts';
import {podSpecProblems} from './check-pod-spec.ts';
import {annotationsProblems, labelsProblems} from './labels.ts';

/** Validates a pod template (`ValidatePodTemplateSpec`). */
export function templateProblems(template: JsonObject | undefined, path: string): readonly Problem[] {
  const [labels, annotations] = [
    objectAt(template, 'metadata', 'labels'),
    objectAt(template, 'metadata', 'annotations'),
  ];
  const spec = partAt(template, 'spec');
  return [
    ...labelsProblems(labels, child(path, 'labels')),
    ...annotationsProblems(annotations, child(path, 'annotations')),
    ...podAnnotationsProblems(annotations, spec, child(path, 'annotations')),
    ...podSpecProblems(spec, child(path, 'spec'), {isPod: false, podName: ''}),
    ...appArmorMismatches(annotations, spec, child(path, 'spec')),
    ...(listAt(spec, 'ephemeralContainers').length > 0
      ? [forbidden(child(path, 'spec', 'ephemeralContainers'), 'ephemeral containers not allowed in pod template')]
      : []),
  ];
}

const MIRROR = 'kubernetes.io/config.mirror';
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';

/** Checks the annotations that have a meaning for the server. */
export function podAnnotationsProblems(
  annotations: JsonObject | undefined,
  spec: JsonObject,
  path: string,
): readonly Problem[] {
  const [mirror, cost] = [annotations?.[MIRROR], annotations?.[DELETION_COST]];
  return [
    ...(mirror !== undefined && textAt(spec, 'nodeName') === ''
      ? [invalid(at(path, MIRROR), mirror, 'must set spec.nodeName if mirror pod annotation is set')]
      : []),
    ...(cost !== undefined && !isInt32(asText(cost))
      ? [invalid(at(path, DELETION_COST), cost, 'must be a 32bit integer')]
      : []),
    ...entriesOf(annotations)
      .filter(([key]) => key.startsWith(APPARMOR))
      .flatMap(([key, value]) => appArmorProblems(key, asText(value), spec, path)),
  ];
}

/** Reports whether a text is an int32. A leading minus is allowed; a plus and leading zeros are not. */
const isInt32 = (text: string): boolean => /^(0|-?[1-9]\d*)$/.test(text) && Math.abs(Number(text)) <= 2 ** 31;

function appArmorProblems(key: string, profile: string, spec: JsonObject, path: string): readonly Problem[] {
  const name = key.slice(APPARMOR.length);
  const lists = ['containers', 'initContainers', 'ephemeralContainers'];
  const isThere = lists.some((list) => itemsAt(spec, list).some(([container]) => textAt(container, 'name') === name));
  const known =
    profile === '' || profile === 'runtime/default' || profile === 'unconfined' || profile.startsWith('localhost/');
  return [
    ...(isThere ? [] : [invalid(at(path, key), name, 'container not found')]),
    ...(known ? [] : [invalid(at(path, key), profile, `invalid AppArmor profile name: ${JSON.stringify(profile)}`)]),
  ];
}
