import type {JsonObject} from '../../../core/json.ts';
import {nameOf} from '../../model/metadata.ts';
import {listAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {at, child, forbidden, invalid} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {itemsAt} from '../objects/fields.ts';
import {appArmorMismatches} from './app-armor.ts';
import {imageBlanks} from './check-container.ts';
import {podSpecProblems} from './check-pod-spec.ts';
import {podAnnotationsProblems, templateProblems} from './check-template.ts';
import {podDefaults, templateDefaults} from './pod-defaults.ts';
import {preparePod} from './pod-prepare.ts';
import {qosOf} from './pod-qos.ts';
import {podUpdateProblems} from './pod-update.ts';

/** Rules of the Pod. */
export const POD: KindRules = {
  defaults: podDefaults,
  prepare: preparePod,
  validate: podProblems,
  generation: true,
};

function podProblems({object, before, subresource}: Write): readonly Problem[] {
  if (subresource === 'resize' && before !== undefined) return resizeProblems(object, before);
  if (subresource !== '') return [];
  const always = podItself(object);
  return before === undefined
    ? [...always, ...onlyOnCreate(object)]
    : [...always, ...podUpdateProblems(object, before)];
}

function resizeProblems(object: JsonObject, before: JsonObject): readonly Problem[] {
  const was = qosOf(partAt(before, 'spec'));
  return qosOf(partAt(object, 'spec')) === was
    ? []
    : [invalid('spec', was, 'Pod QOS Class may not change as a result of resizing')];
}

function podItself(pod: JsonObject): readonly Problem[] {
  const [spec, annotations] = [partAt(pod, 'spec'), objectAt(pod, 'metadata', 'annotations')];
  return [
    ...podAnnotationsProblems(annotations, spec, 'metadata.annotations'),
    ...podSpecProblems(spec, 'spec', {isPod: true, podName: nameOf(pod)}),
    ...(textAt(spec, 'serviceAccountName') === '' ? tokensProblems(spec) : []),
    ...['containers', 'initContainers'].flatMap((list) =>
      itemsAt(spec, list).flatMap(([container, index]) => imageBlanks(container, at(child('spec', list), index))),
    ),
  ];
}

const tokensProblems = (spec: JsonObject): readonly Problem[] =>
  itemsAt(spec, 'volumes').flatMap(([volume, index]) =>
    itemsAt(volume, 'projected', 'sources').flatMap(([source, place]) =>
      source['serviceAccountToken'] === undefined
        ? []
        : [
            forbidden(
              child(at(child(at('spec.volumes', index), 'projected', 'sources'), place), 'serviceAccountToken'),
              'must not be specified when serviceAccountName is not set',
            ),
          ],
    ),
  );

const onlyOnCreate = (pod: JsonObject): readonly Problem[] => {
  const spec = partAt(pod, 'spec');
  return [
    ...(listAt(spec, 'ephemeralContainers').length > 0
      ? [forbidden('spec.ephemeralContainers', 'cannot be set on create')]
      : []),
    ...(textAt(spec, 'nodeName') !== '' && listAt(spec, 'schedulingGates').length > 0
      ? [forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')]
      : []),
    ...appArmorMismatches(objectAt(pod, 'metadata', 'annotations'), spec, 'spec'),
  ];
};

/** Rules of the PodTemplate, which no controller uses. */
export const POD_TEMPLATE: KindRules = {
  defaults: (object) => ({...object, template: templateDefaults(partAt(object, 'template'))}),
  validate: ({object}) => templateProblems(objectAt(object, 'template'), 'template'),
  generation: true,
};
